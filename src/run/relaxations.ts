import type { Relaxation } from '../engine/rule.ts';
import { DEFAULT_THROTTLE_WINDOW, type CertifyOptions } from '../settings.ts';

/** The options of this run that relax rules. */
export function relaxationsOf({ local, insecure, throttleWindow }: CertifyOptions): Set<Relaxation> {
  const relaxed = new Set<Relaxation>();
  if (local) relaxed.add('local');
  if (insecure) relaxed.add('insecure');
  if (throttleWindow !== undefined && throttleWindow !== DEFAULT_THROTTLE_WINDOW) relaxed.add('throttle-window');
  return relaxed;
}
