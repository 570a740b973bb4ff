import { pixelsOf } from '../../../src/contract/creative-size.ts';

type Pixels = NonNullable<ReturnType<typeof pixelsOf>>;

const pixelsIn = (sizes: readonly string[]) => sizes.map(pixelsOf).filter((size) => size !== null);

const spelt = ({ width, height }: Pixels) => `${width}x${height}`;

/** The greatest width with the greatest height. What is not a size counts as a common one. */
function greatest(sizes: readonly string[]): Pixels {
  const all = sizes.map((size) => pixelsOf(size) ?? { width: 300, height: 250 });
  return all.reduce(
    (most, { width, height }) => ({ width: Math.max(most.width, width), height: Math.max(most.height, height) }),
    { width: 0, height: 0 },
  );
}

const exceeds = ({ width, height }: Pixels, most: Pixels) => width > most.width || height > most.height;

export function larger(sizes: readonly string[], wider: boolean, higher: boolean): string {
  const { width, height } = greatest(sizes);
  return spelt({ width: width + (wider ? 1 : 0), height: height + (higher ? 1 : 0) });
}

export function sidesOfTwo(sizes: readonly string[]): string[] {
  const both = spelt(greatest(sizes));
  return pixelsIn(sizes).some((size) => spelt(size) === both) ? [] : [both];
}

export function turned(sizes: readonly string[]): string[] {
  const most = greatest(sizes);
  return pixelsIn(sizes)
    .map(({ width, height }) => ({ width: height, height: width }))
    .filter((size) => exceeds(size, most))
    .slice(0, 1)
    .map(spelt);
}

/** A size of another slot that this slot has no room for. A service may know the size and not ask whose it is. */
export function sizeOfAnother(sizes: readonly string[], others: readonly string[]): string[] {
  const most = greatest(sizes);
  return others.filter((other) => pixelsIn([other]).some((size) => exceeds(size, most))).slice(0, 1);
}

/** A listed size without the last digit of its height. A service that searches the list as text finds it there. */
export function withOneDigitLess(sizes: readonly string[]): string[] {
  return sizes
    .filter((size) => (pixelsOf(size)?.height ?? 0) > 9)
    .map((size) => size.slice(0, -1))
    .filter((size) => !sizes.includes(size))
    .slice(0, 1);
}

export function narrower(sizes: readonly string[]): string[] {
  return pixelsIn(sizes)
    .filter(({ width }) => width > 1)
    .map(({ width, height }) => spelt({ width: width - 1, height }))
    .filter((size) => !sizes.includes(size))
    .slice(0, 1);
}
