import type { CallOptions } from '../../../src/engine/wire.ts';
import type { Reply } from '../../../src/http/reply.ts';

/**
 * The answers to one request that asks for JSON, and that takes any type, as HTTP clients send it by default; then, if
 * their statuses differ, to the first again.
 */
export interface ForEachAccept {
  readonly usual: Reply;
  readonly forAnyType: Reply;
  readonly again: Reply | null;
}

export async function forEachAccept(send: (options: CallOptions) => Promise<Reply>): Promise<ForEachAccept> {
  const usual = await send({});
  const forAnyType = await send({ headers: { accept: '*/*' }, unheeded: () => true });
  return { usual, forAnyType, again: forAnyType.status === usual.status ? null : await send({}) };
}
