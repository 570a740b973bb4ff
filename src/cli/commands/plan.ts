import type { RunPlan } from '../../run/plan.ts';
import type { Node } from '../../engine/node.ts';
import { termsOf } from '../../run/booking-terms.ts';
import type { BookingTerms } from '../../contract/booking-terms.ts';
import { counted, printable } from '../../report/text.ts';
import { becauseInWords } from '../../report/words/because.ts';
import { wrappedLines } from '../../report/render/terminal-page.ts';
import { withoutCredentials } from '../../secrets/address-secrets.ts';
import { given } from '../../text/given.ts';
import { inWords } from '../../text/in-words.ts';
import type { CertifyOptions } from '../../settings.ts';
import { noticeWritten, Outputs, type Renderers } from '../outputs.ts';
import { draftsInWords, durationInWords } from '../run-state.ts';
import type { CertifySettings } from '../settings.ts';
import { headerNames } from '../../secrets/given-headers.ts';
import { optionOf } from '../setting-table.ts';

export async function planCommand({ presentation }: CertifySettings, plan: RunPlan): Promise<number> {
  const outputs = await Outputs.prepare(presentation, planFormats);
  const written = await outputs.write(planned(plan));
  if (!presentation.quiet) noticeWritten(written.files);
  return written.good ? 0 : 2;
}

type Planned = ReturnType<typeof planned>;
type PlannedModule = Planned['modules'][number];

function planned({ options, nodes, notRun, totals, ...plan }: RunPlan) {
  const targets = Object.entries(plan.targets).map(([id, url]) => [id, withoutCredentials(url.href)]);
  const modules = [...new Set(nodes.map(({ module }) => module))];
  return {
    targets: Object.fromEntries(targets) as Record<string, string>, // Each is a text.
    // Those that change what runs and how; of headers the names alone.
    options: shownOptions(options),
    booking: termsOf(options),
    ...totals,
    modules: modules.map((module) => {
      const own = nodes.filter((node) => node.module === module);
      const running = own.filter((node) => !notRun.has(node));
      return {
        id: module.id,
        title: module.title,
        checks: running.filter(isCheck).map(({ id }) => id),
        sends: sendsOf(running),
        drafts: running.reduce((total, { drafts }) => total + drafts, 0),
        leftOut: own.filter(isCheck).flatMap((node) => {
          const because = notRun.get(node);
          return because === undefined ? [] : [{ id: node.id, why: becauseInWords(because) }];
        }),
      };
    }),
  };
}

const isCheck = ({ kind }: Node) => kind === 'check';

function sendsOf(nodes: readonly Node[]): Record<string, number> {
  const sends: Record<string, number> = {};
  for (const node of nodes)
    for (const [endpoint, times] of Object.entries(node.sends)) sends[endpoint] = (sends[endpoint] ?? 0) + times;
  return sends;
}

const planFormats: Renderers<Planned> = {
  terminal: (plan, { width }) => wrappedLines(planText(plan), width),
  json: (plan) => JSON.stringify(plan, null, 2),
};

function planText({ targets, options, booking, modules, ...totals }: Planned): string {
  return [
    ...Object.entries(targets).map(([id, target]) => `${id}: ${printable(target)}`),
    ...optionLines(options),
    ...(totals.bookings === 0 ? [] : [termLines(booking)]),
    '',
    ...modules.map(moduleLines),
    `${counted(totals.checks, 'check')}, about ${counted(totals.requests, 'request')}, ${draftsInWords(totals)}. ${durationInWords(totals)} Nothing was sent.`,
  ].join('\n');
}

/** The run finds out the terms that are not stated. */
function termLines(booking: BookingTerms): string {
  const stated = Object.entries(booking).map(([term, value]) => `  ${term}: ${printable(JSON.stringify(value))}`);
  const open = ['inventoryIds', 'goal', 'flight'].filter((term) => !Object.hasOwn(booking, term));
  const search =
    open.length === 0
      ? ''
      : ` The run looks for a booking that your service accepts: ${inWords(open, 'and')} ${open.length === 1 ? 'is' : 'are'} open.`;
  return [`booking terms: ${stated.length === 0 ? 'none stated.' : 'as stated.'}${search}`, ...stated].join('\n');
}

function moduleLines({ id, title, checks, sends, drafts, leftOut }: PlannedModule): string {
  const sent = Object.entries(sends).filter(([, times]) => times > 0);
  const requests = sent.map(([endpoint, times]) => `${times} × ${endpoint}`);
  const created = drafts === 0 ? [] : [`creates ${counted(drafts, 'draft order')}`];
  const reasons = [...new Set(leftOut.map(({ why }) => why))].map(
    (why) => `  ${leftOut.filter((one) => one.why === why).length} not run. ${why}`,
  );
  const what = [counted(checks.length, 'check'), ...requests, ...created].join(', ');
  return [`${id}: ${title}`, ...(checks.length === 0 ? [] : [`  ${what}`]), ...reasons, ''].join('\n');
}

const shownOptions = ({ resolve, header, listingHeader, failedFrom, ...options }: CertifyOptions) =>
  given({
    local: options.local || undefined,
    readOnly: options.readOnly || undefined,
    failedFrom,
    only: failedFrom === undefined ? options.only : undefined,
    skip: options.skip,
    throttleWindow: options.throttleWindow,
    rate: options.rate,
    insecure: options.insecure || undefined,
    resolve: Array.isArray(resolve) ? resolve.map(String) : undefined,
    header: header && headerNames(header),
    listingHeader: listingHeader && headerNames(listingHeader),
  });

/** `--header: cf-access-client-id (value not shown; passed at most)`, a line each. */
function optionLines(options: Planned['options']): string[] {
  const hidden = (option: string) => (/header$/i.test(option) ? 'value not shown; ' : '');
  return Object.entries(options).flatMap(([name, value]) => {
    const option = optionOf(name);
    if (name === 'rate') return [`${option}: ${String(value)}`];
    const values = value === true ? [option] : [value].flat().map((one) => `${option}: ${printable(String(one))}`);
    return values.map((line) => `${line} (${hidden(name)}passed at most)`);
  });
}
