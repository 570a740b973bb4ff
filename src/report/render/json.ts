import { jsonPieces } from '../../text/json-pieces.ts';
import type { ShownReport } from '../verdict-words.ts';

/** The levels down to a single call or contract. */
const LEVELS = 2;

/** The report as JSON, in the order of its members, indented by two spaces. */
export function* renderJson(report: ShownReport): Generator<string, void> {
  yield* jsonPieces({ ...report, altered: undefined }, LEVELS);
  yield '\n';
}
