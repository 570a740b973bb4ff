import type { Secret } from '../../../src/secrets/secret.ts';
import { cut } from '../../../src/text/cut.ts';
import type { KeyAndSecret } from '../../givens.ts';
import type { Echo } from '../readers/same-answer.ts';

/** Keys and secrets that an answer may repeat: one sign for every key, another for every secret. */
export function echoesOf(pairs: readonly KeyAndSecret[]): Echo[] {
  const spelt = (secret: Secret, sign: string) => {
    const text = secret.reveal();
    return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)].map((each) => ({ text: each, sign }));
  };
  const echoes = pairs.flatMap(({ key, secret }) => [...spelt(key, '(key)'), ...spelt(secret, '(secret)')]);
  // One secret begins with another.
  return echoes.sort((one, other) => other.text.length - one.text.length);
}

/** A word of an answer in quotes. A piece of what was sent is not shown: nothing else would recognise it as such. */
export function quoted(text: string, sent: readonly KeyAndSecret[]): string {
  const isPiece = sent.some(({ key, secret }) => key.reveal().includes(text) || secret.reveal().includes(text));
  return text.length > 2 && isPiece ? 'a part of what was sent' : JSON.stringify(cut(text, 200));
}
