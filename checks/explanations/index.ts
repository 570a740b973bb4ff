import type { Explanation } from './explanation.ts';

export type { Explanation } from './explanation.ts';

/** By check id. */
export const explanations: Readonly<Partial<Record<string, Explanation>>> = {};
