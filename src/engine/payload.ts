/**
 * The body of a request. `text` is sent unchanged, well-formed or not; `json` is serialized. If `text` cannot be
 * parsed, `of` holds the value it was made from, so that the list of created orders can still name it. `grants` is the
 * name of the token in the answer to a token exchange.
 */
export type Payload =
  { readonly text: string; readonly of?: unknown } | { readonly json: unknown; readonly grants?: string };
