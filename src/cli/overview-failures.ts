/** What may set the exit code of `overview`. */
export const FAILURES = ['lost', 'worse', 'failed', 'expired', 'missing'] as const;
export type Failure = (typeof FAILURES)[number];
