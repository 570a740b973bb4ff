import { nearest, sentences } from '../engine/did-you-mean.ts';
import { UsageError } from '../settings.ts';

export interface Narrowing {
  readonly search?: string;
  readonly module?: string;
}

interface Entry {
  readonly module: string;
}

/**
 * The entries of a module that contain every search word.
 * @throws UsageError if there is no such module, or if nothing is found.
 */
export function narrowed<T extends Entry>(
  entries: readonly T[],
  { search, module }: Narrowing,
  textsOf: (entry: T) => readonly string[],
): T[] {
  const modules = [...new Set(entries.map((entry) => entry.module))];
  if (module !== undefined && !modules.includes(module))
    throw new UsageError(
      sentences(
        `There is no module ${JSON.stringify(module)} here.`,
        nearest(module, modules),
        `Modules: ${modules.join(', ')}.`,
      ),
    );
  const words = (search ?? '').toLowerCase().split(/\s+/);
  const found = entries.filter((entry) => {
    const text = textsOf(entry).join(' ').toLowerCase();
    return (module === undefined || entry.module === module) && words.every((word) => text.includes(word));
  });
  if (found.length === 0)
    throw new UsageError(
      `Nothing${module === undefined ? '' : ` in ${module}`} contains ${JSON.stringify(search)}. Try a single word.`,
    );
  return found;
}
