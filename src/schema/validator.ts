import type { ErrorObject } from 'ajv';

/**
 * A compiled schema. It narrows the type of a value it accepts, and lists in `errors` what is wrong with one it
 * rejects.
 */
export interface Validator<T> {
  (value: unknown): value is T;
  errors?: ErrorObject[] | null;
}
