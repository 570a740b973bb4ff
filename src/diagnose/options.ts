import type { NetworkOptions } from '../settings.ts';
import type { Step } from './model.ts';

/** The options of `diagnose()`. */
export interface DiagnoseOptions extends NetworkOptions {
  /** The base address as a person typed it. */
  readonly baseUrl: string;
  /** The key as a person typed it. */
  readonly apiKey?: string;
  /** The time of day in milliseconds; by default the system's clock. */
  readonly now?: () => number;
  readonly userAgent?: string;
  /** Called with every step as soon as it is taken. */
  readonly onStep?: (step: Step) => void;
}
