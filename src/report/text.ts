export { codeParts, counted, grouped, isPrintable, listed, printable } from '../text/printable.ts';
export { instant, minute } from '../text/instant.ts';
