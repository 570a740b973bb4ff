import { contract } from '../../src/engine/node.ts';

/**
 * The order in which the listing API is asked. The limit of the exchange is met with right credentials alone, since wrong
 * ones may not count. Wrong tokens and credentials come last, since they may get this address shut out; the nine exchanges
 * of wrong credentials fit into the minute that begins when the limit has ended.
 */
export const listing = contract('listing', {
  'first tokens': 'at once',
  'second token': 'after everything',
  'limited credentials': 'after everything',
  'all tokens again': 'after everything',
  'all tokens at once': 'after everything',
  'spend the limit': 'after everything',
  'see the limit end': 'after everything',
  'fresh window': 'after everything',
  'after the limit': 'after everything',
  'no token': 'after everything',
  'unknown token': 'after everything',
  'nearly right tokens': 'after everything',
  'wrong credentials': 'after everything',
  'end of the run': 'after everything',
});
