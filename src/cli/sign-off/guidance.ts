import { suite } from '../../../checks/suite.ts';
import type { GuidanceFor } from '../../sign-off/model.ts';
import { byKey, keyOf } from '../../sign-off/statements.ts';

const known = byKey(suite.attested);

/** The guidance of this version for a statement. */
export const guidanceFor: GuidanceFor = (statement) => known.get(keyOf(statement));
