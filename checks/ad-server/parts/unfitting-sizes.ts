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

function greatest(sizes: readonly string[]): { readonly width: number; readonly height: number } {
  const all = sizes.map((size) => pixelsOf(size) ?? { width: 300, height: 250 });
  return {
    width: Math.max(...all.map(({ width }) => width)),
    height: Math.max(...all.map(({ height }) => height)),
  };
}
