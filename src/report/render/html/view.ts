import type { Exchange } from '../../../http/exchange.ts';
import type { CheckResult, Report } from '../../model.ts';
import { allChecks, citedExchanges, exchangesById, type Exchanges } from '../../tally.ts';
import { isSettled } from './outcome.tsx';

/** What the parts of the page know of the report beyond what they draw. */
export interface View {
  readonly report: Report;
  readonly exchanges: Exchanges;
  /** The fragment at which a check stands: its id, as long as it is the only one of that name. */
  anchorOf(check: CheckResult): string;
  /** The fragment of the check of this id, if there is one. */
  anchorOfId(id: string): string | undefined;
  /** The exchanges that are shown in full below a check; each exchange is shown once on the page. */
  shownWith(check: CheckResult): readonly Exchange[];
  /** Where an exchange can be looked at. */
  anchorOfExchange(id: string): string;
  /** Whether the page shows the messages of an exchange, not its line only. */
  isInFull(id: string): boolean;
}

const MOST_SHOWN_WITH_A_CHECK = 4;
const MOST_SHOWN = 240;
/** Characters of all messages below Requests, so that a page of any run opens at once. */
const ROOM_FOR_MESSAGES = 1_200_000;
const LONGEST_MESSAGE = 3_000;

export function viewOf(report: Report): View {
  const exchanges = exchangesById(report);
  const checks = allChecks(report);
  const anchors = anchorsOf(checks);
  const byId = new Map(checks.map((check) => [check.id, check]));
  const shown = shownExchanges(checks, exchanges);
  const inFull = new Set([...shown.values()].flat().map(({ id }) => id));
  const opening = openingRows(report.exchanges.filter(({ id }) => !inFull.has(id)));
  return {
    report,
    exchanges,
    anchorOf: (check) => anchors.get(check) ?? '',
    anchorOfId: (id) => {
      const check = byId.get(id);
      return check && anchors.get(check);
    },
    shownWith: (check) => shown.get(check) ?? [],
    anchorOfExchange: (id) => (inFull.has(id) ? exchangeAnchor(id) : rowAnchor(id)),
    isInFull: (id) => inFull.has(id) || opening.has(id),
  };
}

export const exchangeAnchor = (id: string) => `exchange:${fragment(id)}`;
export const rowAnchor = (id: string) => `request:${fragment(id)}`;

/** A white space ends an id, and a megabyte is no name. */
const fragment = (text: string) => text.replace(/[^\p{L}\p{N}._~:-]+/gu, '-').slice(0, 120);

function anchorsOf(checks: readonly CheckResult[]): Map<CheckResult, string> {
  const anchors = new Map<CheckResult, string>();
  const taken = new Set<string>();
  const repeated = new Map<string, number>();
  for (const check of checks) {
    // The page's own anchors have neither a dot nor the word.
    const wanted = check.id.includes('.') ? fragment(check.id) : `check.${fragment(check.id)}`;
    let anchor = wanted;
    while (taken.has(anchor)) {
      const again = (repeated.get(wanted) ?? 1) + 1;
      repeated.set(wanted, again);
      anchor = `${wanted}~${again}`;
    }
    taken.add(anchor);
    anchors.set(check, anchor);
  }
  return anchors;
}

/** The requests whose line opens: all of them, or as many as there is room for. */
function openingRows(exchanges: readonly Exchange[]): Set<string> {
  const opening = new Set<string>();
  let room = ROOM_FOR_MESSAGES;
  for (const { id, request, response } of exchanges) {
    const bodies = [request.body, response?.body].map((body) => Math.min(body?.length ?? 0, LONGEST_MESSAGE));
    const headers = JSON.stringify([request.headers, response?.headers]).length;
    room -= bodies.reduce((sum, length) => sum + length, headers);
    if (room < 0) break;
    opening.add(id);
  }
  return opening;
}

function shownExchanges(checks: readonly CheckResult[], exchanges: Exchanges): Map<CheckResult, Exchange[]> {
  const result = new Map<CheckResult, Exchange[]>();
  const seen = new Set<string>();
  for (const check of checks) {
    if (isSettled(check.outcome)) continue;
    const own = [...new Set(citedExchanges(check, exchanges))].filter(({ id }) => !seen.has(id));
    const room = Math.min(MOST_SHOWN_WITH_A_CHECK, MOST_SHOWN - seen.size);
    const chosen = room > 0 ? own.slice(-room) : [];
    for (const { id } of chosen) seen.add(id);
    result.set(check, chosen);
  }
  return result;
}
