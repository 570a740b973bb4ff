import { CORE_SCHEMA, load } from 'js-yaml';

/** Bounds for what a program writes beside a test point: no test needs more. */
const DEEPEST = 50;
const MOST_ALIASES = 100;

/** YAML as the reader of TAP calls it: plain values alone, nothing that stands for code. What it writes is read by nobody. */
export default {
  parse: (text: string): unknown => load(text, { schema: CORE_SCHEMA, maxDepth: DEEPEST, maxAliases: MOST_ALIASES }),
  stringify: (value: unknown): string => JSON.stringify(value),
};
