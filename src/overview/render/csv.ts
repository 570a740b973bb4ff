import { csvCell } from '../../report/render/csv-cell.ts';
import type { Entry, Overview, Publisher } from '../model.ts';
import { latestOf } from '../overview.ts';
import { changeWords } from './words.ts';

const COLUMNS: readonly (readonly [head: string, of: (publisher: Publisher, latest: Entry) => string | number])[] = [
  ['publisher', ({ name }) => name],
  ['account_id', ({ accountId = '' }) => accountId],
  ['targets', (_publisher, { targets }) => targets.map(({ address }) => address).join(' ')],
  ['verdict', (_publisher, { word }) => word],
  ['before', (_publisher, { change }) => change?.before ?? ''],
  ['change', (_publisher, { change, shownAs }) => changeWords(change, shownAs)],
  ['finished_at', (_publisher, { finishedAt }) => finishedAt],
  ['age_days', (_publisher, { signOff }) => signOff.ageDays],
  ['expires_in_days', (_publisher, { expiresInDays = '' }) => expiresInDays],
  ['version', (_publisher, { version }) => version],
  ['signed_by', (_publisher, { signedBy = '' }) => signedBy],
  ['broken_rules', (_publisher, { broken }) => broken.rules],
  ['open_statements', (_publisher, { signOff }) => signOff.open],
  ['file', (_publisher, { file }) => file],
];

/** A line for each publisher, as spreadsheets read them (RFC 4180). */
export function renderOverviewCsv({ publishers, missing = [] }: Overview): string {
  const rows = publishers.map((publisher) =>
    COLUMNS.map(([, of]) => csvCell(String(of(publisher, latestOf(publisher))))),
  );
  const absent = missing.map((name) =>
    COLUMNS.map(([head]) => csvCell(head === 'publisher' ? name : head === 'verdict' ? 'missing' : '')),
  );
  return [COLUMNS.map(([head]) => head), ...rows, ...absent].map((cells) => `${cells.join(',')}\r\n`).join('');
}
