import { diagnose } from '../../diagnose/diagnose.ts';
import { exitCodeOf, type Diagnosis, type Step } from '../../diagnose/model.ts';
import { interruptible, INTERRUPTED } from '../interruption.ts';
import { Outputs } from '../outputs.ts';
import { diagnosisFormats } from '../report-formats.ts';
import { diagnoseSettings } from '../settings.ts';
import type { Origins } from '../sources.ts';
import { notice } from '../streams.ts';

/** Walks the connection and says what the client would show; gives the exit code. */
export async function diagnoseCommand(origins: Origins): Promise<number> {
  const { manner, ...options } = await diagnoseSettings(origins);
  const outputs = await Outputs.prepare(manner, diagnosisFormats);
  const signal = interruptible();
  const diagnosis: Diagnosis = await diagnose({
    ...options,
    signal,
    ...(manner.quiet || !process.stderr.isTTY ? {} : { onStep: tell }),
  });
  const written = await outputs.write(diagnosis);
  if (signal.aborted) return INTERRUPTED;
  return exitCodeOf(diagnosis) || (written ? 0 : 2);
}

/** One line per step while the walk goes on: a time limit may take half a minute. */
function tell({ title, outcome }: Step): void {
  notice(`${outcome.padEnd(4)} ${title}`);
}
