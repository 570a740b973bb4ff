import { writeSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { leftOut } from './tools-here.ts';

/** Prints the number of tests that passed and failed as the last line of the run. */
export default class ClosingLine implements Reporter {
  #line = '';

  onInit(): void {
    process.once('exit', () => {
      if (this.#line === '') return;
      for (const line of leftOut) writeSync(1, `${line}\n`);
      writeSync(1, `${this.#line}\n`);
      if (process.env['CI'] && leftOut.length > 0) process.exitCode = 1;
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: string) => states.filter((one) => one === state).length;
    // A file that could not be loaded and an error outside of tests are failures too.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    // A build server installs all tools: nothing may pass unseen there.
    const unseen = process.env['CI'] ? leftOut.length : 0;
    const failed = count('failed') + count('pending') + broken + unhandled.length + unseen;
    const skipped = count('skipped');
    this.#line = `${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  }
}
