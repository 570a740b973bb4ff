/**
 * Up to `count` items: some neighbours from the front, some from the end, the rest in between. Even steps alone could
 * miss a fault in every third or fourth item.
 */
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
