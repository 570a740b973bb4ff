import { waits } from '../../../src/engine/yields.ts';
import { access, firstReplies, healthAnswers } from '../connection/requests.ts';
import { healthAnswers200, keyAccepted, serviceAnswers } from '../connection/rules.ts';

export const connection = [
  ...waits(firstReplies).on(serviceAnswers),
  ...waits(access).on(keyAccepted),
  ...waits(healthAnswers).on(healthAnswers200),
];
