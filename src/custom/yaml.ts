import { CORE_SCHEMA, load } from 'js-yaml';

/** Limits for the diagnostics of a test. No test needs more. */
const DEEPEST = 50;
const MOST_ALIASES = 100;

/**
 * The YAML interface that the TAP reader expects. It accepts plain values only, nothing that stands for code, and its
 * output is never read.
 */
export default {
  parse: (text: string): unknown => load(text, { schema: CORE_SCHEMA, maxDepth: DEEPEST, maxAliases: MOST_ALIASES }),
  stringify: (value: unknown): string => JSON.stringify(value),
};
