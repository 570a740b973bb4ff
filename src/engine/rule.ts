/** How strongly the contract states a rule: in plain terms, as guidance, or not at all. */
export type Level = 'must' | 'should' | 'info';

export type ContractId = 'ad-server' | 'listing';

export type Outcome =
  'pass' | 'fail' | 'warn' | 'info' | 'not-applicable' | 'waived' | 'skip' | 'inconclusive' | 'expected-fail' | 'error';

export type VerdictWord = 'certified' | 'passed' | 'failed' | 'inconclusive';

/** An option under which a rule cannot earn a certificate. */
export type Relaxation = 'local' | 'throttle-window';

/** One sentence of a contract, as data. */
export interface Rule {
  /** `<module>.<rule>` in kebab case; never changes its meaning. */
  readonly id: string;
  readonly level: Level;
  /** Where the contract says so, e.g. `ad-server §4.4 rule 3`. */
  readonly section: string;
  /** The rule in one sentence, as the service must fulfil it. */
  readonly requirement: string;
  /** What to change when it is broken, in words an ad-ops engineer understands. */
  readonly fix: string;
  readonly relaxation?: Relaxation;
}

/** A statement that no request can show; a person signs it off. */
export interface Attested {
  readonly section: string;
  readonly requirement: string;
  /** Why it cannot be observed through the API. */
  readonly why: string;
  /** For the person who signs it off: what it means, in plain words. */
  readonly means: string;
  /** For the same person: where to look, and what must be seen there. */
  readonly look: string;
}

/** A statement about the client: the suite behaves so and judges nobody by it. */
export interface ClientDuty {
  readonly section: string;
  readonly statement: string;
  /** How the suite honours it. */
  readonly honoured: string;
}

/** A failure that is known and does not fail the run. */
export interface ExpectedFailure {
  readonly id: string;
  readonly reason: string;
}
