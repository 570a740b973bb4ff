import { waits } from '../../../src/engine/yields.ts';
import { firstReplies } from '../connection/requests.ts';
import { healthAnswers200, keyAccepted, serviceAnswers } from '../connection/rules.ts';
import { access, healthAnswers } from '../connection/records.ts';

export const connection = [
  ...waits(firstReplies).on(serviceAnswers),
  ...waits(access).on(keyAccepted),
  ...waits(healthAnswers).on(healthAnswers200),
];
