import type { Whose } from './model.ts';

/**
 * Why the connection fails, and what to do about it. A later step that finds the real cause replaces all of it at once.
 */
export interface Conclusion {
  /** One sentence that names the cause. */
  readonly cause: string;
  readonly whose: Whose;
  /** What the publisher should do: sentences that begin with a verb. */
  readonly publisher?: readonly string[];
  readonly platform?: readonly string[];
}
