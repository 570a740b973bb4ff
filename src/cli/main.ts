import { CommanderError } from 'commander';
import { createProgram } from './program.ts';
import { notice, outputFailed, watchStreams } from './streams.ts';
import { usageErrorOf } from './usage-errors.ts';

const USAGE = 3;
/** Nothing was judged, or the result could not be written. */
const FAULT = 2;

async function main(): Promise<number> {
  let code = 0;
  const program = createProgram((exitCode) => {
    code = exitCode;
  });
  try {
    await program.parseAsync();
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const usage = usageErrorOf(error, program);
    if (usage !== null) {
      notice(`error: ${usage}`);
      return USAGE;
    }
    await tellCrash(error);
    return FAULT;
  }
}

async function tellCrash(error: unknown): Promise<void> {
  try {
    const { crashMessage } = await import('./crash.ts');
    notice(crashMessage(error));
  } catch {
    notice('This is a fault of adserver-conformance itself, and parts of it are missing. Install it again.');
  }
}

/** What is thrown where nothing waits for it: a listener, a promise that nobody awaits. */
process.on('uncaughtException', (error) => {
  // Only when the message is written, which takes its time on some systems.
  void tellCrash(error).finally(() => process.stderr.write('', () => process.exit(FAULT)));
});

watchStreams();
const code = await main();
process.exitCode = (await outputFailed()) ? code || FAULT : code;
