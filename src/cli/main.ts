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
    notice(faultOf(error));
    return FAULT;
  }
}

function faultOf(error: unknown): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `This is a fault of adserver-conformance itself, not of the service. Please report it with these lines:\n${what}`;
}

watchStreams();
const code = await main();
process.exitCode = (await outputFailed()) ? code || FAULT : code;
