import { describe, it } from 'vitest';
import { expectAsStated } from './circumstance.ts';
import { listingCircumstances } from './circumstances/index.ts';

describe.concurrent('Of a listing API', () => {
  it.each(listingCircumstances)('$name', expectAsStated);
});
