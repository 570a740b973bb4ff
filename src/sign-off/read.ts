import { digestOf } from '../report/digest.ts';
import { readDocument, UnreadableDocument } from '../report/read.ts';
import { signOff as fitsSignOff, signOffAnswers as fitsAnswers } from '../schema/generated/sign-off-validators.js';
import { ANSWERS_FORMAT, SIGN_OFF_FORMAT, type AnswersFile, type SignOff } from './model.ts';

/**
 * Reads the text of a sign-off file.
 * @throws UnreadableDocument if it is not a sign-off, or was altered after it was written.
 */
export function readSignOff(text: string): SignOff {
  const signOff = readDocument(text, {
    format: SIGN_OFF_FORMAT,
    called: 'sign-off',
    // The schema and the type say the same.
    fits: fitsSignOff,
  });
  if (digestOf(signOff) !== signOff.digest)
    throw new UnreadableDocument('It was altered since it was written: its digest does not match.');
  return signOff;
}

/**
 * Reads the text of an answers file.
 * @throws UnreadableDocument if it is not one.
 */
export function readAnswers(text: string): AnswersFile {
  return readDocument(text, {
    format: ANSWERS_FORMAT,
    called: 'file of answers',
    // The schema and the type say the same.
    fits: fitsAnswers,
  });
}
