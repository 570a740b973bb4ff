/** What happened between the client and the service, as far as an answer shows. */
export type OnTheWay =
  /** `shownBy`: the header of the cache, as in `X-Cache: HIT`. `ignores`: what it does not look at. */
  | { readonly kind: 'cache'; readonly shownBy: string; readonly ignores?: 'key' | 'query' }
  /** A header that was sent is told to be missing. */
  | { readonly kind: 'header-lost'; readonly header: string }
  /** A header that was sent once is told to have come twice. */
  | { readonly kind: 'header-doubled'; readonly header: string };
