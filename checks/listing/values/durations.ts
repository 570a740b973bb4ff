export function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

export function windowInWords(milliseconds: number): string {
  return milliseconds === 60_000 ? 'minute' : `window of ${milliseconds / 1000} s`;
}
