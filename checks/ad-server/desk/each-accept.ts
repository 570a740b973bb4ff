import type { CallOptions } from '../../../src/engine/wire.ts';
import type { Reply } from '../../../src/http/reply.ts';

/** The answers to one request that asks for JSON, and that takes any type, as HTTP clients send it by default. */
export interface ForEachAccept {
  readonly usual: Reply;
  readonly forAnyType: Reply;
}

export async function forEachAccept(send: (options: CallOptions) => Promise<Reply>): Promise<ForEachAccept> {
  const usual = await send({});
  return { usual, forAnyType: await send({ headers: { accept: '*/*' }, unheeded: () => true }) };
}
