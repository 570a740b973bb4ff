const DAY = 86_400_000;

/** Whole days since a time; negative if it is in the future. */
export function ageInDays(time: string, now: number): number {
  return Math.floor((now - Date.parse(time)) / DAY);
}
