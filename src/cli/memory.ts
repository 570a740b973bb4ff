import { setFlagsFromString } from 'node:v8';

/** For large documents that are only needed for a short time: memory grows by no more than a fifth before it is collected. */
export function collectSooner(): void {
  setFlagsFromString('--heap-growing-percent=20');
}
