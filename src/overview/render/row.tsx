import { Sign } from '../../report/render/html/sign.tsx';
import { VERDICT_SIGNS } from '../../report/render/html/outcome.tsx';
import { Fact, Prose } from '../../report/render/html/words.tsx';
import { counted, minute } from '../../report/text.ts';
import type { Entry, Problem, Publisher } from '../model.ts';
import { latestOf } from '../overview.ts';
import { ageWords, changeWords, lookalikeWords, newFirst, signOffWords, verdictText } from './words.ts';

const MOST_PROBLEMS = 3;
const MOST_EARLIER = 30;

/** A publisher with its latest report. Everything else is folded. */
interface RowProps {
  readonly publisher: Publisher;
  readonly rank: number;
  readonly linkTo: (file: string) => string;
}

export function Row({ publisher, rank, linkTo }: RowProps) {
  const entry = latestOf(publisher);
  const { change, tooOld, signOff, broken } = entry;
  const flags = [change?.trend ?? 'same', tooOld ? 'old' : '', signOff.open > 0 ? 'unsigned' : ''];
  return (
    <tr
      role="row"
      data-verdict={entry.shownAs}
      data-flags={flags.join(' ')}
      data-by-verdict={rank}
      data-by-age={Date.parse(entry.finishedAt)}
      data-by-rules={broken.rules}
      data-by-alarm={change?.trend === 'worse' ? 2 : change?.trend === 'better' ? 1 : 0}
      data-by-open={signOff.open}
    >
      <td role="cell" class={`verdict is-${VERDICT_SIGNS[entry.shownAs]}`}>
        <Sign outcome={VERDICT_SIGNS[entry.shownAs]} />
        {verdictText(entry)}
      </td>
      <th role="rowheader" scope="row">
        <strong>{publisher.name}</strong>
        {entry.targets.map(({ address }) => (
          <code>{address}</code>
        ))}
        {publisher.looksLike !== undefined && <span>{lookalikeWords(publisher)}</span>}
      </th>
      <td role="cell" class={tooOld ? 'ended old' : 'ended'}>
        <span class="head">Ended </span>
        <time dateTime={entry.finishedAt}>{minute(entry.finishedAt)}</time>
        <span>
          {ageWords(entry)}
          {tooOld && ', too old'}
        </span>
      </td>
      <td role="cell" class="broken">
        <BrokenRules entry={entry} />
        <Details publisher={publisher} entry={entry} link={linkTo(entry.file)} />
      </td>
      <td role="cell" class={`change ${change?.trend ?? ''}`}>
        <span class="head">Since the last report: </span>
        {changeWords(change, entry.shownAs)}
      </td>
      <td role="cell" class="signed">
        <span class="head">Signed off: </span>
        {signOffWords(entry)}
      </td>
    </tr>
  );
}

function BrokenRules({ entry: { broken, why } }: { readonly entry: Entry }) {
  const reason = why === undefined ? null : <Why text={why} />;
  if (broken.first.length === 0) return reason ?? <p class="quiet">Nothing broken</p>;
  const problems = newFirst(broken.first);
  const more = problems.length - MOST_PROBLEMS + broken.more;
  return (
    <>
      {reason}
      <p>{counted(broken.rules, 'rule')} broken</p>
      <Problems problems={problems.slice(0, MOST_PROBLEMS)} />
      {more > 0 && <p class="quiet">and {counted(more, 'more problem')}</p>}
    </>
  );
}

const Why = ({ text }: { readonly text: string }) => (
  <p class="quiet">
    <Prose text={text} />
  </p>
);

function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <ul>
      {problems.map(({ title, isNew }) => (
        <li>
          {isNew && <b class="new">New</b>} <Prose text={title} />
        </li>
      ))}
    </ul>
  );
}

function Details({
  publisher,
  entry,
  link,
}: {
  readonly publisher: Publisher;
  readonly entry: Entry;
  readonly link: string;
}) {
  const { reports, accountId } = publisher;
  const { broken, change, signOff, signOffFault } = entry;
  const rest = newFirst(broken.first).slice(MOST_PROBLEMS);
  const facts: readonly (readonly [string, string])[] = [
    ['Newly broken', change?.broke.join(', ') ?? ''],
    ['Fixed', change?.fixed.join(', ') ?? ''],
    ['No longer judged', change?.unjudged.join(', ') ?? ''],
    ['Warnings', entry.warnings === 0 ? '' : String(entry.warnings)],
    ['Signed off by', signOff.signers.map(({ name, role }) => `${name} (${role})`).join(', ')],
    ['Sign-off', signOffFault ?? ''],
    ['Account', accountId ?? ''],
    ['Version of the suite', `${entry.version}${entry.tooEarly ? ', too early' : ''}`],
    ['Signed by', entry.signedBy ?? ''],
    ['Run', entry.runId],
  ];
  const earlier = reports.slice(1, 1 + MOST_EARLIER);
  return (
    <details>
      <summary>
        Details<span class="unseen"> of {publisher.name}</span>
      </summary>
      {rest.length > 0 && <Problems problems={rest} />}
      <dl class="facts">
        {facts
          .filter(([, text]) => text !== '')
          .map(([name, text]) => (
            <Fact name={name}>{text}</Fact>
          ))}
        <Fact name="File">
          <a href={link}>{entry.file}</a>
        </Fact>
      </dl>
      {earlier.length > 0 && <Earlier reports={earlier} more={reports.length - 1 - earlier.length} />}
    </details>
  );
}

function Earlier({ reports, more }: { readonly reports: readonly Entry[]; readonly more: number }) {
  return (
    <>
      <p class="quiet">Reports before</p>
      <ol class="earlier">
        {reports.map((entry) => (
          <li>
            <Sign outcome={VERDICT_SIGNS[entry.shownAs]} size={14} />
            <span>
              {minute(entry.finishedAt)}: {verdictText(entry)}
              {entry.broken.rules > 0 && `, ${counted(entry.broken.rules, 'rule')} broken`}
              {entry.change !== undefined && `, ${changeWords(entry.change, entry.shownAs)}`}
            </span>
          </li>
        ))}
      </ol>
      {more > 0 && <p class="quiet">and {counted(more, 'more')}</p>}
    </>
  );
}
