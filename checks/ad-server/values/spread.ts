/** Picks so many items: neighbours from the front, some from the end, some in between: even steps alone may miss every third item. */
export function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  const front = Math.ceil(count / 2.5);
  const end = Math.min(3, count - front);
  const between = count - front - end;
  const step = (items.length - end - front) / (between + 1);
  const inner = Array.from({ length: between }, (_, index) => front + Math.floor((index + 1) * step));
  const chosen = new Set(inner);
  return items.filter((_, index) => index < front || index >= items.length - end || chosen.has(index));
}
