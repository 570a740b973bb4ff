import { pixelsOf } from '../../src/contract/creative-size.ts';

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
