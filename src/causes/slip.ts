/** A mistake in a program that an answer shows by itself. */
export type Slip =
  /** 0, the id that databases return if an upsert changed nothing. */
  | 'zero-id'
  /** An integer beyond 2^53, with other digits at its end. */
  | 'rounded'
  /** Only the beginning of a text. */
  | 'cut'
  /** A line must name all sizes of its slot. */
  | 'all-sizes'
  /** Plain texts of the same length cause the same error. */
  | 'too-long'
  /** The text escaped for HTML. */
  | 'escaped'
  /** The text without the space behind it. */
  | 'trimmed'
  /** The text with blanks behind it. */
  | 'padded'
  /** The text in another Unicode form. */
  | 'normalized'
  /** The text in UTF-8, read in another encoding. */
  | 'decoded-twice'
  /** The ids of two lines of an order have changed places. */
  | 'swapped-ids'
  /** The text with other letter case or accents. */
  | 'other-case'
  /** All texts in lower case. */
  | 'lower-case'
  /** The body is an error, and the status says that all is well. */
  | 'error-under-2xx'
  /** A refusal from before, repeated as a success. */
  | 'status-not-kept'
  /** A JWT that expires long before the time that is told. */
  | 'short-lived'
  /** A good token is refused, and served later. */
  | 'in-turn'
  /** A report is announced in place of its rows. */
  | 'report-to-come'
  /** An authorizer of AWS API Gateway denies in place of refusing the key. */
  | 'deny-policy'
  /** A page for people comes with a status of success. */
  | 'web-page'
  /** The same with the status of a refusal. */
  | 'error-page'
  /** Two JSON documents, one behind the other. */
  | 'two-answers'
  /** The framework takes the request for one that a browser was lured into. */
  | 'csrf'
  /** The body of the request is larger than something on its way takes. */
  | 'too-large'
  /** Each page begins with the last element of the one before. */
  | 'overlap'
  /** A slot that two pages list has some of its sizes on each. */
  | 'joined-rows'
  /** Of requests in flight at once, all are told that they made the one order. */
  | 'all-created'
  /** The answer is about another request. */
  | 'other-request'
  /** Every line of an answer is the first one that was sent. */
  | 'first-repeated'
  /** Lines of an order are missing in its answer. */
  | 'left-out'
  /** A reference with other punctuation, or with something added to it. */
  | 'changed'
  /** Every element of a list is the last one. */
  | 'last-repeated'
  /** The right key is accepted, but not under `Bearer`. */
  | 'other-scheme'
  /** Requests hang, while others to the same endpoint are answered. */
  | 'left-open'
  /** An update that changes nothing is refused: it may seem to have found no row. */
  | 'unchanged-row'
  /** A literal retry is refused as if its body were another one. */
  | 'repeat-as-conflict'
  /** A server error comes again under its key, and not under another. */
  | 'stored-error'
  /** A server error comes again for an order, and not for the same one under other references and another name. */
  | 'left-behind'
  /** A key that was used over one connection is not known over another. */
  | 'key-of-process'
  /** The forecast of a slot, days and countries is refused, and an order for the same is not. */
  | 'booked-not-forecast'
  /** An update makes a new order. */
  | 'order-not-found'
  /** Every line that an update adds is missing. */
  | 'added-line-lost'
  /** An order has the id of another one. */
  | 'other-order'
  /** A line has the id of another line of its order. */
  | 'other-line'
  /** Lines on one slot are taken for one line. */
  | 'slot-as-key'
  /** Of the lines of an order, only the last one is checked. */
  | 'last-line-only';

/** What happened to a value on its way to the answer, if the two show it. */
export function slipIn(was: string | number, is: unknown): Slip | undefined {
  const [before, after] = [String(was), String(is)];
  if (after === '0') return 'zero-id';
  if (before === after || !/^\d+$/.test(before + after))
    return after.length >= SHORTEST_CUT && before.startsWith(after) && before !== after ? 'cut' : undefined;
  return before.length > DIGITS_OF_NUMBERS && Number(before) === Number(after) ? 'rounded' : undefined;
}

/** Whether a list in a body holds one element several times, and nothing else. */
export function holdsOneElement(body: unknown): boolean {
  const lists = typeof body === 'object' && body !== null ? Object.values(body).filter(Array.isArray) : [];
  return lists.some((list: readonly unknown[]) => {
    const [first, ...others] = list.map((one) => JSON.stringify(one));
    return others.length > 1 && others.every((one) => one === first);
  });
}

/** A column is rarely narrower, and a shorter text may begin another by chance. */
const SHORTEST_CUT = 16;
const DIGITS_OF_NUMBERS = 15;
