const CREATIVE_SIZE = /^\d+x\d+$/;

/** Whether a text is a creative size in the format of ad-server §2.3: `WIDTHxHEIGHT`, in pixels. */
export function isCreativeSize(text: string): boolean {
  return CREATIVE_SIZE.test(text);
}

/** Width and height in pixels of a size such as `300x250`; `null` if the text is not a size. */
export function pixelsOf(size: string): { width: number; height: number } | null {
  const [width, height] = isCreativeSize(size) ? size.split('x').map(Number) : [];
  return width === undefined || height === undefined ? null : { width, height };
}
