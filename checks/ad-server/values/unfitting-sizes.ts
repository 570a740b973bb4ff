import { pixelsOf } from '../../../src/contract/creative-size.ts';

type Pixels = NonNullable<ReturnType<typeof pixelsOf>>;

const pixelsIn = (sizes: readonly string[]) => sizes.map(pixelsOf).filter((size) => size !== null);

const spelt = ({ width, height }: Pixels) => `${width}x${height}`;

/** The greatest width with the greatest height. What is not a size counts as a common one. */
function greatest(sizes: readonly string[]): Pixels {
  const all = sizes.map((size) => pixelsOf(size) ?? { width: 300, height: 250 });
  return { width: Math.max(...all.map(({ width }) => width)), height: Math.max(...all.map(({ height }) => height)) };
}

function exceeds({ width, height }: Pixels, sizes: readonly string[]): boolean {
  const most = greatest(sizes);
  return width > most.width || height > most.height;
}

/** Whether one of these sizes has room for another. A service may accept any size that there is room for. */
export function hasRoom(sizes: readonly string[], other: string): boolean {
  return pixelsIn([other]).some(({ width, height }) =>
    pixelsIn(sizes).some((own) => width <= own.width && height <= own.height),
  );
}

export function larger(sizes: readonly string[], wider: boolean, higher: boolean): string {
  const { width, height } = greatest(sizes);
  return spelt({ width: width + (wider ? 1 : 0), height: height + (higher ? 1 : 0) });
}

/** The greatest width with the greatest height, if no single size has both. */
export function sidesOfTwo(sizes: readonly string[]): string[] {
  const both = spelt(greatest(sizes));
  return pixelsIn(sizes).some((size) => spelt(size) === both) ? [] : [both];
}

export function turned(sizes: readonly string[]): string[] {
  return pixelsIn(sizes)
    .map(({ width, height }) => ({ width: height, height: width }))
    .filter((size) => exceeds(size, sizes))
    .slice(0, 1)
    .map(spelt);
}

/** The highest size with one more digit. A service that compares only the beginning takes it for a listed size. */
export function withOneMoreDigit(sizes: readonly string[]): string {
  const most = greatest(sizes);
  return `${spelt(pixelsIn(sizes).find(({ height }) => height === most.height) ?? most)}0`;
}

/** A size of another slot that this slot has no room for. A service may know the size and not ask whose it is. */
export function sizeOfAnother(sizes: readonly string[], others: readonly string[]): string[] {
  return others.filter((other) => pixelsIn([other]).some((size) => exceeds(size, sizes))).slice(0, 1);
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
  const own = pixelsIn(sizes);
  return own
    .flatMap(({ width }) => own.map(({ height }) => spelt({ width, height })))
    .filter((size) => hasRoom(sizes, size) && !own.map(spelt).includes(size))
    .slice(0, 1);
}

/** Sizes one pixel lower or narrower: a service that goes by room accepts one of these, too. */
export function littleSmaller(sizes: readonly string[], like: string): string[] {
  return pixelsIn([like])
    .flatMap(({ width, height }) => [`${width}x${height - 1}`, `${width - 1}x${height}`])
    .filter((smaller) => hasRoom(sizes, smaller) && sizes.every((own) => !own.includes(smaller)));
}
