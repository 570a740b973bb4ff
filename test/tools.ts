import { test } from 'vitest';
import { missingTools, type Tool } from './tools-here.ts';

/** `test` for what takes these tools besides Node: skipped where one of them is not installed. */
export function testWith(...tools: readonly Tool[]) {
  return test.skipIf(tools.some((tool) => missingTools.includes(tool)));
}
