/**
 * A body given as text is sent as it is, well-formed or not; anything else is sent as JSON. A text that cannot be parsed
 * may say what it is a text `of`, for the list of what was created. What an exchange `grants` is the name of the token.
 */
export type Payload =
  { readonly text: string; readonly of?: unknown } | { readonly json: unknown; readonly grants?: string };
