import { diagnose } from '../../diagnose/diagnose.ts';
import { exitCodeOf, type Step } from '../../diagnose/model.ts';
import { closingLines, outcomeWords, verdictLine } from '../../diagnose/render/words.ts';
import { watch } from '../../diagnose/watch.ts';
import { given } from '../../text/given.ts';
import { interruptible, INTERRUPTED } from '../interruption.ts';
import { noticeWritten, Outputs } from '../outputs.ts';
import { canUpdateLine } from '../progress.ts';
import { diagnosisFormats } from '../report-formats.ts';
import { diagnoseSettings } from '../settings.ts';
import type { Origins } from '../sources.ts';
import { notice } from '../streams.ts';

export async function diagnoseCommand(origins: Origins): Promise<number> {
  const { presentation, watch: again, interval, wait, ...options } = await diagnoseSettings(origins);
  const outputs = await Outputs.prepare(presentation, diagnosisFormats);
  const signal = interruptible();
  const live = !presentation.quiet && canUpdateLine();
  const walk = { ...options, signal, ...(live ? { onStep: tellStep } : {}) };
  const diagnosis = again
    ? await watch({
        ...walk,
        ...given({ interval, limit: wait }),
        onDiagnosis: (diagnosis, changed) => {
          if (live) process.stderr.write(CLEARED);
          if (!presentation.quiet && changed) notice(verdictLine(diagnosis));
        },
      })
    : await diagnose(walk);
  if (live) process.stderr.write(CLEARED);
  const { good, files, onScreen } = await outputs.write(diagnosis);
  if (!presentation.quiet) {
    if (!onScreen) closingLines(diagnosis).forEach(notice);
    noticeWritten(files);
  }
  if (signal.aborted) return INTERRUPTED;
  return exitCodeOf(diagnosis) || (good ? 0 : 2);
}

const CLEARED = '\r\u001B[K';

/** The step that ended last, in a line that is replaced, because a timeout may take half a minute. */
function tellStep({ title, outcome }: Step): void {
  if (outcome !== 'skip') process.stderr.write(`${CLEARED}${title}: ${outcomeWords[outcome]}`);
}
