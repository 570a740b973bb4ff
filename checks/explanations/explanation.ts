/** What a check is about, for someone who has to make a service pass it. */
export interface Explanation {
  /** The rule in plain words. */
  readonly plain: string;
  /** Why the contract has it. */
  readonly why: string;
  /** What the client does with it. */
  readonly client: string;
  /**
   * Examples, shown as they are. An empty line separates messages; in each, a line that starts with a bracket opens a
   * JSON body that goes on to the end of the message.
   */
  readonly right: string;
  readonly wrong: string;
  /** What usually is behind a failure. */
  readonly causes: readonly string[];
}

/** The explanations of a module, by check id: an id of another module cannot stand there. */
export type ExplanationsOf<Module extends string> = Readonly<Record<`${Module}.${string}`, Explanation>>;
