import { given } from '../text/given.ts';

/** How binding the contract makes a rule: a requirement, a recommendation, or only an observation. */
export type Level = 'must' | 'should' | 'info';

export type ContractId = 'ad-server' | 'listing';

export type Outcome =
  'pass' | 'fail' | 'warn' | 'info' | 'not-applicable' | 'waived' | 'skip' | 'inconclusive' | 'expected-fail' | 'error';

export type VerdictWord = 'certified' | 'passed' | 'failed' | 'inconclusive';

/** An option that keeps a rule from counting towards a certificate. */
export type Relaxation = 'local' | 'insecure' | 'throttle-window';

/**
 * What a failure means beyond its rule. `live-order`: something that the run created may be live. `connection`,
 * `account`: the client does not connect.
 */
export type Weight = 'live-order' | 'connection' | 'account';

export interface Alike {
  readonly holds: string;
  readonly through: string;
}

/** One sentence of a contract, as data. */
export interface Rule {
  /** `<module>.<rule>` in kebab case. An id never changes its meaning. */
  readonly id: string;
  readonly level: Level;
  /** The section of the contract, e.g. `ad-server §4.4 rule 3`. */
  readonly section: string;
  /** The rule in one sentence, with the service as its subject. */
  readonly requirement: string;
  /** What is wrong if the rule is broken, in a few words: the title of the failure. An `info` has none. */
  readonly problem?: string;
  /** What to change if the rule is broken, in words an ad-ops engineer understands. */
  readonly fix: string;
  /** What breaking it means beyond the rule itself. */
  readonly weight?: Weight;
  /** For rules that differ only in the kind of request: `Ids are kept through`, `a rename`. */
  readonly alike?: Alike;
  /** How many equal requests it takes to show the failure by hand, if one is not enough. */
  readonly requestsToShow?: number;
  readonly relaxation?: Relaxation;
  /** It judges what a whole run leaves behind, so run alone it finds less. */
  readonly ofWholeRun?: true;
}

/** A statement that no request can show, so a person confirms it. */
export interface Attested {
  readonly section: string;
  readonly requirement: string;
  /** Why it cannot be observed through the API. */
  readonly why: string;
  /** What the statement means, in plain words for the person who confirms it. */
  readonly means: string;
  /** Where that person should look, and what they must see there. */
  readonly look: string;
}

/** A statement about the client. The suite behaves as it says, and judges no service by it. */
export interface ClientDuty {
  readonly section: string;
  readonly statement: string;
  /** How the suite follows it. */
  readonly honoured: string;
}

/** A known failure that does not fail the run. */
export interface ExpectedFailure {
  readonly id: string;
  readonly reason: string;
  /** The last day on which it is excused, `YYYY-MM-DD` in UTC. */
  readonly until?: string;
  /** The id of an earlier release that the list names: this check may also pass. */
  readonly formerly?: string;
}

/** A sentence of the contract: a `must` if nothing is said. */
export type Sentence = Omit<Rule, 'level'> & Partial<Pick<Rule, 'level'>>;

/** The texts of a rule in a row of a table. */
export type Texts = readonly [requirement: string, problem: string, fix: string];

export function texts([requirement, problem, fix]: Texts) {
  return { requirement, problem, fix };
}

/** The rule of a definition, without its sources and its code. */
export function ruleOf({ id, level = 'must', section, requirement, problem, fix, ...rest }: Sentence): Rule {
  const { weight, alike, requestsToShow, relaxation, ofWholeRun } = rest;
  const others = given({ problem, weight, alike, requestsToShow, relaxation, ofWholeRun });
  return { id, level, section, requirement, fix, ...others };
}

/** The option under which a rule is not judged at all. */
export function unjudgedUnder(
  { relaxation }: Pick<Rule, 'relaxation'>,
  relaxed: ReadonlySet<Relaxation>,
): Relaxation | undefined {
  const isLifted = relaxation !== undefined && relaxation !== 'throttle-window' && relaxed.has(relaxation);
  return isLifted ? relaxation : undefined;
}
