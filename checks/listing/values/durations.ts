/** A stretch of time, in words. */
export function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** The window of a limit, in words. */
export function windowInWords(milliseconds: number): string {
  return milliseconds === 60_000 ? 'minute' : `window of ${milliseconds / 1000} s`;
}
