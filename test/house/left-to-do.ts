/**
 * Where the code still breaks a rule of the house. An entry that no longer applies fails the test, so these lists can
 * only become shorter.
 */

/** By how many files the longest chain of imports in `checks/` is too long. */
export const floorsTooMany = 2;
