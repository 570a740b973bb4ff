import { readFile } from 'node:fs/promises';
import { print } from '../streams.ts';

/** Prints the OpenAPI document that the build made of a contract. */
export async function openapiCommand(contract: string, { format }: { readonly format: string }): Promise<0> {
  const text = await readFile(new URL(`../openapi/${contract}.${format}`, import.meta.url), 'utf8');
  // In the package, JSON takes no room for its layout.
  await print(format === 'json' ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text);
  return 0;
}
