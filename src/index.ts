/**
 * Certifies a publisher's ad server and listing API from a program of your own.
 *
 * @example
 * const report = await certify({ baseUrl: 'https://ads.example.com/api/v1', apiKey });
 * if (report.verdict !== 'certified') console.error(report.reasons.join('\n'));
 *
 * @module
 */
import type { DiagnoseOptions } from './diagnose/options.ts';
import type { Diagnosis } from './diagnose/model.ts';
import type { Report } from './report/model.ts';
import type { CertifyOptions } from './settings.ts';

export { UsageError, type BookingTerms, type CertifyOptions, type ProgressEvent, type RunTotals } from './settings.ts';
export type { CheckResult, ContractResult, CreatedOrder, ModuleResult, Report, RunFacts } from './report/model.ts';
export type { DiagnoseOptions } from './diagnose/options.ts';
export type { Advice, Capabilities, Connection, Diagnosis, Label, Layer, Step } from './diagnose/model.ts';
export type { RecordedCall as Exchange } from './http/recorded-call.ts';
export type { ContractId, ExpectedFailure, Level, Outcome, VerdictWord } from './engine/rule.ts';

/**
 * Judges a publisher's services against the contracts whose addresses are given. Creates draft orders unless `readOnly`
 * is set; the report lists them.
 * @throws UsageError before anything is sent, if the options cannot be run.
 */
export async function certify(options: CertifyOptions): Promise<Report> {
  const suite = await import('./certify.ts');
  return suite.certify(options);
}

/**
 * Goes through a connection step by step as the client does when a publisher connects, and says what the client would
 * show, and why. Creates nothing, and never rejects because of what a service does.
 */
export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const walk = await import('./diagnose/diagnose.ts');
  return walk.diagnose(options);
}
