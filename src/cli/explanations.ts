import { readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';

/** The explanation of a check, for people who have to make a service pass it. */
export interface Explanation {
  readonly plain: string;
  readonly why: string;
  readonly client: string;
  readonly right: Example;
  readonly wrong: Example;
  readonly causes: readonly string[];
}

export interface Example {
  /** A complete HTTP message, a JSON value, or anything else. */
  readonly form: 'http' | 'json' | 'text';
  readonly text: string;
}

/** Written by scripts/generate.js. Relative to the bundle, dist/ has it at the same place. */
const FILE = new URL('../generated/explanations.json.br', import.meta.url);

export async function readExplanations(): Promise<Readonly<Partial<Record<string, Explanation>>>> {
  // scripts/generate.js checked the data before it wrote the file.
  return JSON.parse(brotliDecompressSync(await readFile(FILE)).toString()) as Record<string, Explanation>;
}
