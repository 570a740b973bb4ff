import type { Answer } from './because.ts';

/** What came, in a few words: the status and the service's message, or why there was no answer. */
export function answerInWords({ status, said, failure }: Answer, circumstance = ''): string {
  const where = circumstance === '' ? '' : ` ${circumstance}`;
  if (status === null) return `no answer${where}: ${failure?.message.replace(/\.$/, '') ?? 'unknown'}`;
  return said === undefined ? `status ${status}${where}` : `status ${status} (${said})${where}`;
}
