import { pixelsOf } from '../../../src/contract/creative-size.ts';

/** A size that exceeds the widest of these sizes, the highest, or both. */
export function larger(sizes: readonly string[], wider: boolean, higher: boolean): string {
  const { width, height } = greatest(sizes);
  return `${width + (wider ? 1 : 0)}x${height + (higher ? 1 : 0)}`;
}

/** The greatest width with the greatest height, if no single size has both. */
export function sidesOfTwo(sizes: readonly string[]): string[] {
  const { width, height } = greatest(sizes);
  const both = sizes.map(pixelsOf).some((size) => size?.width === width && size.height === height);
  return both ? [] : [`${width}x${height}`];
}

/** A listed size turned by 90°, if none of these sizes has room for it. */
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

/** The highest size with one more digit. A service that compares only the beginning takes it for a listed size. */
export function withOneMoreDigit(sizes: readonly string[]): string {
  const { width, height } = greatest(sizes);
  const highest = sizes.map(pixelsOf).find((size) => size?.height === height);
  return `${highest?.width ?? width}x${height}0`;
}

/** A size of another slot that this slot has no room for. A service may know the size and not ask whose it is. */
export function sizeOfAnother(sizes: readonly string[], others: readonly string[]): string[] {
  const { width, height } = greatest(sizes);
  return others
    .filter((other) => {
      const size = pixelsOf(other);
      return size !== null && (size.width > width || size.height > height);
    })
    .slice(0, 1);
}

/** A listed size without the last digit of its height. A service that searches the list as text finds it there. */
export function withOneDigitLess(sizes: readonly string[]): string[] {
  return sizes
    .filter((size) => (pixelsOf(size)?.height ?? 0) > 9)
    .map((size) => size.slice(0, -1))
    .filter((size) => !sizes.includes(size))
    .slice(0, 1);
}

/** The width of one size with the height of another, if a third one has room for it. */
export function sidesWithin(sizes: readonly string[]): string[] {
  const own = sizes.map(pixelsOf).filter((size) => size !== null);
  return own
    .flatMap(({ width }) => own.map(({ height }) => `${width}x${height}`))
    .filter((size) => hasRoom(sizes, size) && !own.some(({ width, height }) => size === `${width}x${height}`))
    .slice(0, 1);
}

/** Whether one of these sizes has room for another. A service may accept any size that there is room for. */
export function hasRoom(sizes: readonly string[], other: string): boolean {
  const size = pixelsOf(other);
  return (
    size !== null &&
    sizes.map(pixelsOf).some((own) => own !== null && size.width <= own.width && size.height <= own.height)
  );
}

/**
 * Sizes one pixel lower or narrower. A service that accepts any size that there is room for accepts one of these, too.
 */
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
