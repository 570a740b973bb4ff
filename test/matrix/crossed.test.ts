import { describe, it } from 'vitest';
import { crossedCircumstances } from './circumstances/crossed.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { PATIENCE } from './judge.ts';

describe.concurrent('Of publishers that are unusual in several ways', { timeout: PATIENCE }, () => {
  it.each(crossedCircumstances)('$name', expectAsStated);
});
