import { readFile } from 'node:fs/promises';
import { print } from '../streams.ts';

/** Prints the OpenAPI document that the build made of a contract. */
export async function openapiCommand(contract: string, format: string): Promise<0> {
  await print(await readFile(new URL(`../openapi/${contract}.${format}`, import.meta.url), 'utf8'));
  return 0;
}
