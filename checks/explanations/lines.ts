/** An example of several lines. */
export const lines = (...each: readonly string[]): string => each.join('\n');
