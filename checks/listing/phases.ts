import { contract } from '../../src/engine/node.ts';

/**
 * In which order the listing API is asked. Of the ten exchanges that a minute has, nine are spent before the limit itself
 * is judged: one on the first token, seven on wrong credentials, on right ones between them and on malformed bodies, one on
 * credentials that lack the scope. The minute after that, in which the limit must have ended, has six for further wrong
 * credentials and right ones between; the rest of it shows that ten are served, and not more.
 *
 * Where an answer is unclear, further ones are spent; the ledger waits then until there is room. Right tokens are used
 * before wrong ones, which may get this address shut out, between them and after them.
 */
export const listing = contract('listing', {
  'first tokens': 'at once',
  'wrong credentials': 'after everything',
  'second token': 'after everything',
  'limited credentials': 'after everything',
  'all tokens again': 'after everything',
  'all tokens at once': 'after everything',
  'without the scope': 'after everything',
  'no token': 'after everything',
  'another template': 'after everything',
  'unknown token': 'after everything',
  'between wrong tokens': 'after everything',
  'nearly right tokens': 'after everything',
  'after wrong tokens': 'after everything',
  'spend the limit': 'after everything',
  'see the limit end': 'after everything',
  'later wrong credentials': 'after everything',
  'fresh window': 'after everything',
  'end of the run': 'after everything',
});
