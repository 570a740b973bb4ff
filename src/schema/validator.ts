import type { ErrorObject } from 'ajv';

/** A compiled schema: narrows what it accepts, and leaves in `errors` what it found wrong. */
export interface Validator<T> {
  (value: unknown): value is T;
  errors?: ErrorObject[] | null;
}
