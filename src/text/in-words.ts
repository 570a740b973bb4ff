/** `200`, `400 or 422`, `200, 201 or 202`. */
export function inWords(items: readonly (string | number)[], joint = 'or'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1) ?? ''}`;
}

/** `1 slot`, `2 slots`. */
export const amount = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
