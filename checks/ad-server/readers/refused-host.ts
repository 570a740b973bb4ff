import type { Reply } from '../../../src/http/reply.ts';
import { valueAt } from '../../json.ts';

const OF_HOSTS =
  /\bhost(s|ed|name)?\b|\bdom(ai|ä|í)ne?n?s?\b|\bdominios?\b|(allow|safe|white)[ -]?list|example\.(com|net|org)|(approved|allowed|permitted|trusted) (url|source|server|site|origin)/i;

/** Whether a refusal says that creatives, or their links, may not be on their host. */
export function isRefusedForHost(reply: Reply): boolean {
  return ['code', 'message'].some((member) => {
    const text = valueAt(reply, member);
    return reply.status === 422 && typeof text === 'string' && OF_HOSTS.test(text.replaceAll('_', ' '));
  });
}
