/** How a command shows its progress and its result. */
export interface Presentation {
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** `undefined` shows colours if the stream supports them. */
  readonly color: boolean | undefined;
  /** As given: `format` or `format=file`. */
  readonly outputs: readonly string[];
}
