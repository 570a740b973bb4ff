import { bugs } from '../../package.json';

/** Where faults of the suite are reported. */
export const bugAddress: string = bugs.url;
