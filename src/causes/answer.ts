import type { Answer } from './because.ts';

/** What came, in a few words: the status and the service's message, or why there was no answer. */
export function answerInWords({ status, said, failure }: Answer, circumstance = '', lead = 'status '): string {
  const where = circumstance === '' ? '' : ` ${circumstance}`;
  if (status === null) return `no answer${where}: ${failure?.message.replace(/\.$/, '') ?? 'unknown'}`;
  return said === undefined ? `${lead}${status}${where}` : `${lead}${status} (${said})${where}`;
}
