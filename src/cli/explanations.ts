import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';

/** The explanation of a check, for people who have to make a service pass it. */
export interface Explanation {
  /** The rule in plain words. */
  readonly plain: string;
  /** Why the contract has it. */
  readonly why: string;
  /** What the client does with it. */
  readonly client: string;
  readonly right: Example;
  readonly wrong: Example;
  /** The usual causes of a failure. */
  readonly causes: readonly string[];
}

export interface Example {
  /** A complete HTTP message, a JSON value, or anything else. */
  readonly form: 'http' | 'json' | 'text';
  readonly text: string;
}

/** Written by scripts/generate.js. Relative to the bundle, dist/ has it at the same place. */
const FILE = new URL('../generated/explanations.json.br', import.meta.url);

/** By check id. */
export async function readExplanations(): Promise<Readonly<Partial<Record<string, Explanation>>>> {
  // scripts/generate.js checked the data before it wrote the file.
  return JSON.parse(brotliDecompressSync(await readFile(FILE)).toString()) as Record<string, Explanation>;
}
