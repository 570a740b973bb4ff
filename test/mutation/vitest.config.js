import { defineConfig } from 'vitest/config';

/** The tests of what checks are made of: quick enough to be run for every change. */
export default defineConfig({ test: { include: ['test/checks/*.test.ts'] } });
