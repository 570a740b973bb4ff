import type { Wire } from '../../../src/engine/wire.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { saysUnknown } from '../expectations.ts';
import { isGranted, isRecognised, isRefusal, lacksScope } from '../readers/answers.ts';
import { listingAccess, MODES, withTokens } from './records.ts';

// Tokens without the scope at other templates, and at none, before any wrong token may get this address shut out.

export const limitedElsewhere = listingAccess.traffic(
  { id: 'listing-access.limited-elsewhere', phase: 'without the scope', uses: withTokens, sends: { toplists: 4 } },
  async ({ http, tokens: { full, limited }, templateId: { id } }) => {
    const replies = [];
    for (const mode of MODES)
      for (const [template, how] of [
        [id + 1, 'for another template'] as const,
        [null, 'without `template_id`'] as const,
      ]) {
        const as = limited[mode];
        if (as === null) continue;
        const reply = await http.toplists(template, { as });
        const compare = () => isForCredential(http, reply, { as, full: full.exchanged ?? full.static, id, template });
        replies.push({ mode, when: `when the same token asked ${how}`, reply, isForCredential: await compare() });
      }
    return replies;
  },
);

interface Asked {
  readonly as: Secret;
  readonly full: Secret | null;
  readonly id: number;
  readonly template: number | null;
}

/** Any other refusal is due to the credential if it is known elsewhere, and one with the scope is answered otherwise. */
async function isForCredential(http: Wire, reply: Reply, { as, full, id, template }: Asked): Promise<boolean> {
  if (isRecognised(reply) || saysUnknown(reply) || reply.status === 429 || full === null) return false;
  const contrast = await http.toplists(template, { as: full });
  const isAnswered = isGranted(contrast) || isRefusal(contrast);
  return isAnswered && contrast.status !== reply.status && lacksScope(await http.toplists(id, { as }));
}
