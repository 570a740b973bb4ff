import { pixelsOf } from '../../../src/contract/creative-size.ts';

/** A size that no size of the slot has room for: it exceeds the widest, the highest, or both. */
export function larger(sizes: readonly string[], wider: boolean, higher: boolean): string {
  const { width, height } = greatest(sizes);
  return `${width + (wider ? 1 : 0)}x${height + (higher ? 1 : 0)}`;
}

/** The greatest width with the greatest height, where no single size of the slot has both: none has room for it. */
export function sidesOfTwo(sizes: readonly string[]): string[] {
  const { width, height } = greatest(sizes);
  const both = sizes.map(pixelsOf).some((size) => size?.width === width && size.height === height);
  return both ? [] : [`${width}x${height}`];
}

/** A listed size lying on its side, where no size of the slot has room for that. */
export function turned(sizes: readonly string[]): string[] {
  const own = sizes.map(pixelsOf);
  const { width, height } = greatest(sizes);
  return own
    .filter((size) => size !== null)
    .map((size) => ({ width: size.height, height: size.width }))
    .filter((size) => size.width > width || size.height > height)
    .slice(0, 1)
    .map((size) => `${size.width}x${size.height}`);
}

/** The highest size with one more digit: it begins as a listed one does. */
export function withOneMoreDigit(sizes: readonly string[]): string {
  const { width, height } = greatest(sizes);
  const highest = sizes.map(pixelsOf).find((size) => size?.height === height);
  return `${highest?.width ?? width}x${height}0`;
}

/** Of the sizes of other slots, one that this slot has no room for: services that know it may not ask whose it is. */
export function sizeOfAnother(sizes: readonly string[], others: readonly string[]): string[] {
  const { width, height } = greatest(sizes);
  return others
    .filter((other) => {
      const size = pixelsOf(other);
      return size !== null && (size.width > width || size.height > height);
    })
    .slice(0, 1);
}

/** A listed size without the last digit of its height: texts that are searched for it have it, no slot does. */
export function withOneDigitLess(sizes: readonly string[]): string[] {
  return sizes
    .filter((size) => (pixelsOf(size)?.height ?? 0) > 9)
    .map((size) => size.slice(0, -1))
    .filter((size) => !sizes.includes(size))
    .slice(0, 1);
}

/** The width of one size with the height of another, where a third one has room for it. */
export function sidesWithin(sizes: readonly string[]): string[] {
  const own = sizes.map(pixelsOf).filter((size) => size !== null);
  return own
    .flatMap(({ width }) => own.map(({ height }) => `${width}x${height}`))
    .filter((size) => hasRoom(sizes, size) && !own.some(({ width, height }) => size === `${width}x${height}`))
    .slice(0, 1);
}

/** Whether a size of the slot has room for another, so that it may count as one that fits. */
export function hasRoom(sizes: readonly string[], other: string): boolean {
  const size = pixelsOf(other);
  return (
    size !== null &&
    sizes.map(pixelsOf).some((own) => own !== null && size.width <= own.width && size.height <= own.height)
  );
}

/** Sizes a little lower or narrower: who takes one for the room that there is takes one of these, who compares it otherwise none. */
export function littleSmaller(sizes: readonly string[], like: string): string[] {
  const size = pixelsOf(like);
  if (size === null) return [];
  const { width, height } = size;
  return [`${width}x${height - 1}`, `${width - 1}x${height}`].filter(
    (smaller) => hasRoom(sizes, smaller) && sizes.every((own) => !own.includes(smaller)),
  );
}

function greatest(sizes: readonly string[]): { readonly width: number; readonly height: number } {
  const all = sizes.map((size) => pixelsOf(size) ?? { width: 300, height: 250 });
  return {
    width: Math.max(...all.map(({ width }) => width)),
    height: Math.max(...all.map(({ height }) => height)),
  };
}
