/** What a check is about, for someone who has to make a service pass it. */
export interface Explanation {
  /** The rule in plain words. */
  readonly plain: string;
  /** Why the contract has it. */
  readonly why: string;
  /** What the client does with it. */
  readonly client: string;
  /** Examples, shown as they are. */
  readonly right: string;
  readonly wrong: string;
  /** What usually is behind a failure. */
  readonly causes: readonly string[];
}

/** Explanations of the checks of one module, by check id. */
export type ExplanationsOf<Module extends string> = Readonly<Record<`${Module}.${string}`, Explanation>>;

/** An example of several lines. */
export const lines = (...each: readonly string[]): string => each.join('\n');
