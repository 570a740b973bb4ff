/** What happened between the client and the service, as far as an answer shows. */
export type OnTheWay =
  /** `shownBy`: the header of the cache, as in `X-Cache: HIT`. `ignores`: what it does not look at. */
  | { readonly kind: 'cache'; readonly shownBy: string; readonly ignores?: 'key' | 'query' }
  /** The service says that a header is missing, but it was sent. */
  | { readonly kind: 'header-lost'; readonly header: string }
  /** The service says that a header came twice, but it was sent once. */
  | { readonly kind: 'header-doubled'; readonly header: string }
  /** An API gateway answered that it has no route for the call. */
  | { readonly kind: 'no-route'; readonly gateway: string }
  /** An order was found, or found as it is, only when it was asked for again later. */
  | { readonly kind: 'lag'; readonly seconds: number }
  /** Over new connections, the same update finds another order, or none, in turns. */
  | { readonly kind: 'process' };
