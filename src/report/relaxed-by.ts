import type { ContractId } from '../engine/rule.ts';
import type { Report } from './model.ts';

/** The options that keep a whole contract from being certified, as a run gets them and its report states them. */
export type RelaxingOptions = Readonly<Partial<Record<'header' | 'listingHeader' | 'resolve' | 'insecure', unknown>>>;

/** The options of a run under which a contract cannot be certified, because no client has them. */
export function relaxedBy(contract: ContractId, options: RelaxingOptions): string[] {
  return [
    ...(contract === 'ad-server' && isGiven(options.header) ? ['--header'] : []),
    ...(contract === 'listing' && isGiven(options.listingHeader) ? ['--listing-header'] : []),
    ...(isGiven(options.resolve) ? ['--resolve'] : []),
    ...(options.insecure === true ? ['--insecure'] : []),
  ];
}

export function relaxedByIn({ contracts, run }: Pick<Report, 'contracts' | 'run'>): string[] {
  return [...new Set(contracts.flatMap(({ id }) => relaxedBy(id, run.options)))];
}

/** Whether a run cannot earn a certificate: `--local` waives rules, and an interrupted run is incomplete. */
export function passesAtMost({
  options,
  interrupted,
}: {
  readonly options: Readonly<Record<string, unknown>>;
  readonly interrupted?: boolean | undefined;
}): boolean {
  return options['local'] === true || interrupted === true;
}

const isGiven = (value: unknown) => Array.isArray(value) && value.length > 0;
