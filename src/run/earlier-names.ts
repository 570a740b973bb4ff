import { becameOf, earlierCheck, earlierLevel } from '../../checks/earlier-ids.ts';
import type { CertifyOptions } from '../settings.ts';

// Ids of earlier releases in the options of a run.

/** The checks of this release in place of those of earlier ones. */
export const currentNames = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => earlierCheck(name)?.now ?? [name])),
];

/** What changed about each name that is a check of an earlier release, or had another level there. */
export function aboutEarlier(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const check = earlierCheck(name);
    return check === undefined ? (earlierLevel(name) ?? []) : [becameOf(check)];
  });
}

/** The options, with the names of this release. An expected failure of an earlier check may pass now. */
export function withCurrentNames(options: CertifyOptions): CertifyOptions {
  const { only, skip, expectedFailures } = options;
  return {
    ...options,
    ...(only && { only: currentNames(only) }),
    ...(skip && { skip: currentNames(skip) }),
    ...(expectedFailures && {
      expectedFailures: expectedFailures.flatMap((failure) =>
        currentNames([failure.id]).map((id) =>
          id === failure.id ? failure : { ...failure, id, formerly: failure.id },
        ),
      ),
    }),
  };
}
