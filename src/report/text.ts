export { codeParts, counted, grouped, isPrintable, listed, printable } from '../text/printable.ts';
