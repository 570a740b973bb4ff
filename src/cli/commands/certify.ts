import { appendFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import type { Report } from '../../report/model.ts';
import type { CertificateContext } from '../../certificate/certificate.ts';
import { counted } from '../../report/text.ts';
import type { CertifyOptions } from '../../settings.ts';
import { cleanUp } from '../cleanup.ts';
import { whyUnreadable, collectSooner } from '../files.ts';
import { interruptible, INTERRUPTED } from '../interruption.ts';
import { broughtUpToDate, knownFailuresAt, writeKnownFailures } from '../known-failures.ts';
import { noticeWritten, Outputs, type Written } from '../outputs.ts';
import { startProgress } from '../progress.ts';
import { reportFormatsWith } from '../report-formats.ts';
import { certifySettings, type CertifySettings } from '../settings.ts';
import type { Origins } from '../sources.ts';
import type { RunPlan } from '../../run/plan.ts';
import { notice } from '../streams.ts';
import { assertWritable } from '../write-file.ts';
import { closingLines } from '../../report/closing.ts';

export async function certifyCommand(origins: Origins): Promise<number> {
  const settings = await certifySettings(origins);
  optimizeLater();
  collectSooner();
  const plan = await planOf(settings);
  if (settings.plan) return (await import('./plan.ts')).planCommand(settings, plan);
  const outputs = await Outputs.prepare(settings.presentation, reportFormatsWith(await signerOf(settings.options)));
  const { writeExpectedFailures: list } = settings;
  const known = list === undefined ? [] : knownFailuresAt(list);
  if (list !== undefined) await assertWritable(list, 'The list of known failures');
  const [{ carryOut }, progress] = await Promise.all([
    import('../../certify.ts'),
    startProgress(settings.presentation.quiet),
  ]);
  const signal = interruptible();
  let report: Report;
  try {
    report = await carryOut({ ...plan, options: { ...plan.options, signal, onProgress: progress.show } });
  } finally {
    progress.end();
  }
  const written = await outputs.write(report);
  if (outputs.has('github')) await summarize(report);
  if (list !== undefined) await writeKnownFailures(list, broughtUpToDate(known, report));
  if (settings.cleanup !== undefined) await cleanUp(settings.cleanup, report.created, settings.presentation.quiet);
  const code = exitCodeOf(report, settings.requireCertified);
  const files = [...written.files, ...(list === undefined ? [] : [list])];
  if (!settings.presentation.quiet) close(report, { ...written, files }, code);
  if (signal.aborted) return INTERRUPTED;
  return code || (written.good ? 0 : 2);
}

/** In GitHub Actions, the report is also shown on the summary page of the job. */
async function summarize(report: Report): Promise<void> {
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (!file) return;
  const { renderMarkdown } = await import('../../report/render/markdown.ts');
  try {
    await appendFile(file, `${renderMarkdown(report)}\n`);
  } catch (error) {
    notice(`warning: The summary of the step was not written: ${whyUnreadable(error)}.`);
  }
}

async function signerOf({ signKey }: CertifyOptions): Promise<CertificateContext> {
  if (signKey === undefined) return {};
  const { fingerprintOf, publicPartOf } = await import('../../report/digest.ts');
  return { fingerprint: fingerprintOf(publicPartOf(signKey)) };
}

/**
 * A run executes much code, but each part only a few times. On Node 20, optimizing it early costs more than it saves: a
 * run on loopback takes 0.67 s of processor time with this flag, and 0.78 s without.
 */
function optimizeLater(): void {
  if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=300000');
}

/** The exit code: 0 for certified or passed, 1 for failed, 2 for inconclusive. */
export function exitCodeOf(report: Pick<Report, 'verdict' | 'custom'>, requireCertified: boolean): 0 | 1 | 2 {
  const { verdict } = report;
  if (verdict === 'failed' || failsOnItsOwn(report)) return 1;
  if (verdict === 'inconclusive') return 2;
  return verdict === 'passed' && requireCertified ? 1 : 0;
}

/** Whether a check of the publisher's own failed. It does not count towards the verdict. */
const failsOnItsOwn = ({ custom }: Pick<Report, 'custom'>) =>
  custom.some(({ checks }) => checks.some(({ outcome }) => outcome === 'fail'));

async function planOf({ options, failedFrom }: CertifySettings): Promise<RunPlan> {
  const { planRun } = await import('../../run/plan.ts');
  if (failedFrom === undefined) return planRun(options);
  const { checksToRepeat } = await import('../failed-from.ts');
  const { ids, nothingFailed } = checksToRepeat(failedFrom, options);
  const plan = planRun({ ...options, only: ids, failedFrom });
  if (nothingFailed)
    notice(`Nothing failed in ${failedFrom}. Running the ${counted(ids.length, 'check')} left open there.`);
  return plan;
}

/**
 * Prints the verdict, the first reasons and the files written, unless the reader already has the report on screen; and
 * why the exit code is 1 if the verdict does not say so.
 */
function close(report: Report, written: Written, code: number): void {
  if (!written.onScreen) closingLines(report).forEach(notice);
  if (code === 1 && report.verdict !== 'failed')
    notice(
      failsOnItsOwn(report)
        ? `Exit code 1: a check of --tap-checks failed. The verdict is ${report.verdict}.`
        : `Exit code 1: --require-certified was given, and the verdict is ${report.verdict}.`,
    );
  noticeWritten(written.files);
}
