import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';

/** What a check is about, for someone who has to make a service pass it. */
export interface Explanation {
  /** The rule in plain words. */
  readonly plain: string;
  /** Why the contract has it. */
  readonly why: string;
  /** What the client does with it. */
  readonly client: string;
  readonly right: Example;
  readonly wrong: Example;
  /** What is usually behind a failure. */
  readonly causes: readonly string[];
}

export interface Example {
  /** Whole HTTP messages, a JSON value that may be a part of a body, or anything else. */
  readonly form: 'http' | 'json' | 'text';
  readonly text: string;
}

/** Made by scripts/generate.js; dist/ has it at the same place, seen from the bundle. */
const FILE = new URL('../generated/explanations.json.br', import.meta.url);

/** By check id. */
export async function readExplanations(): Promise<Readonly<Partial<Record<string, Explanation>>>> {
  // The build wrote the file from checked data.
  return JSON.parse(brotliDecompressSync(await readFile(FILE)).toString()) as Record<string, Explanation>;
}
