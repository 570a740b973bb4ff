import { runProgram, type Ending } from '../custom/program.ts';
import type { CreatedOrder } from '../report/model.ts';
import { counted, printable } from '../report/text.ts';
import { redactorOfCredentials } from './credentials-read.ts';
import { notice } from './streams.ts';

const TIMEOUT_SECONDS = 60;
const MOST_OUTPUT_BYTES = 1_000_000;

/**
 * Hands the drafts of a run to the publisher's own program, which removes them: on standard input, a JSON object for each
 * order on a line of its own. What is wrong with the program is a warning with the orders that are left.
 */
export async function cleanUp(command: string, created: readonly CreatedOrder[], quiet = false): Promise<void> {
  if (created.length === 0) return;
  const { ending, lastLine } = await runProgram(command, {
    environment: withoutCredentials(process.env),
    timeoutSeconds: TIMEOUT_SECONDS,
    mostBytes: MOST_OUTPUT_BYTES,
    input: created.map((order) => `${JSON.stringify(order)}\n`).join(''),
  });
  if (ending.kind === 'exited' && ending.code === 0) {
    if (!quiet) notice(`Handed ${counted(created.length, 'draft')} to the cleanup program.`);
    return;
  }
  const said =
    lastLine === '' ? '' : ` Last line on stderr: ${printable(redactorOfCredentials().redact(lastLine), { max: 500 })}`;
  notice(`warning: The cleanup program ${inWords(ending)}.${said}`);
  notice('These drafts may be left:');
  for (const { orderId, externalRef } of created)
    notice(`  ${printable(orderId ?? '(no id came back)', { max: 200 })}  ${printable(externalRef, { max: 200 })}`);
}

function inWords(ending: Ending): string {
  switch (ending.kind) {
    case 'exited':
      return `ended with exit code ${ending.code}`;
    case 'killed':
      return `was ended by ${ending.signal}`;
    case 'timed-out':
      return `took longer than ${TIMEOUT_SECONDS} s`;
    case 'flooded':
      return 'wrote too much';
    case 'interrupted':
      return 'was interrupted';
    case 'not-started':
      return `did not start: ${ending.why}`;
  }
}

/** Without the variables that hold a credential of the run, or name a file with one. */
function withoutCredentials(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const credentials = redactorOfCredentials();
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value = '']) => !SECRET.test(name) && !credentials.finds(value)),
  );
}

const SECRET = /^(?:ADSERVER|LISTING)_.*(?:KEY|SECRET|TOKEN|HEADER)/;
