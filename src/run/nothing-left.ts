import type { Node } from '../engine/node.ts';
import { UNDER_LOCAL } from '../engine/skip-words.ts';
import { counted } from '../report/text.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';

/** Refuses a run that would judge nothing of what was asked for, because it must not look like a success. */
export function assertSomethingLeft(
  nodes: readonly Node[],
  notRun: ReadonlyMap<Node, string>,
  options: CertifyOptions,
): void {
  const asked = nodes.filter((node) => node.kind === 'check' && isAsked(node, options));
  if (asked.some((node) => !notRun.has(node))) return;
  const causes = new Set(asked.flatMap((node) => notRun.get(node) ?? []));
  const told = asked.length === 0 ? [otherContract(options)] : [...causes].slice(0, MOST_TOLD);
  const more = causes.size > MOST_TOLD ? [`And ${counted(causes.size - MOST_TOLD, 'more cause')}.`] : [];
  throw new UsageError(
    [`Nothing is left to judge${ofWhat(options)}.`, ...told, ...more, remedy(options, told)].join(' '),
  );
}

const MOST_TOLD = 4;

function isAsked({ id, module }: Node, { only }: CertifyOptions): boolean {
  return only === undefined || only.includes(id) || only.includes(module.id);
}

function ofWhat({ only, failedFrom }: CertifyOptions): string {
  if (failedFrom !== undefined) return ` of what did not pass in ${failedFrom}`;
  return only === undefined ? '' : ' of what --only asks for';
}

/** Says so if the checks asked for belong to the contract whose address is missing. */
function otherContract({ baseUrl }: CertifyOptions): string {
  return baseUrl === undefined
    ? 'It is about the ad server: base URL not supplied.'
    : 'It is about the listing API. Not supplied: --listing-url (LISTING_URL).';
}

function remedy({ only, failedFrom, skip, readOnly }: CertifyOptions, causes: readonly string[]): string {
  const options = [
    ...(only === undefined ? [] : [failedFrom === undefined ? '--only' : '--failed-from']),
    ...(skip === undefined ? [] : ['--skip']),
    ...(readOnly ? ['--read-only'] : []),
    ...(causes.includes(UNDER_LOCAL) ? ['--local'] : []),
  ].join(' or ');
  const supply = causes.some((cause) => /\bnot supplied\b/i.test(cause));
  if (!supply) return `Run without ${options}.`;
  return options === '' ? 'Supply what is missing.' : `Supply what is missing, or run without ${options}.`;
}
