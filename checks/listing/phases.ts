import { contract } from '../../src/engine/node.ts';

/**
 * In which order the listing API is asked. The limit of the exchange comes first, met with right credentials alone: what
 * of wrong ones counts against it is left open. Wrong tokens and wrong credentials come last, since they may get this
 * address shut out; those of the exchange fit into the minute that begins when the limit has ended: nine of its ten.
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
