export interface Lookalike {
  /** Completes the words `what looks like …`: `a private key`. */
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

/** JSON Web Tokens. Only tried at the start of a word: trying every place in a long word would take quadratic time. */
export const WEB_TOKEN = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g;

/** What hardly anything but a secret matches. The group `secret` is masked. */
const FORMS: readonly (readonly [what: string, form: RegExp])[] = [
  ['a private key', /-----BEGIN[ A-Z0-9_]{0,40}PRIVATE KEY(?: BLOCK)?-----(?<secret>(?:(?!-----)[\s\S]){16,8000})/dg],
  [
    'an address with a password',
    /\b[a-z][a-z\d+.-]{1,20}:(?:\\?\/){2}[^\s:/?#@"'<>]{0,64}:(?<secret>[^\s/?#@"'<>]{1,128})@[\w[]/dgi,
  ],
  [
    'a connection string with a password',
    /\b(?:server|host|hostaddr|data source|address|dbname|database|initial catalog)\s*=[^"'\n]{0,200}?\b(?:password|pwd)\s*=\s*(?<secret>[^\s;"'\\]{3,128})/dgi,
  ],
  [
    'a key or token of a well-known service',
    /\b(?<secret>(?:AKIA|ASIA)[A-Z2-7]{16}\b|AIza[\w-]{35}(?![\w-])|(?:gh[pousr]|github_pat|glpat|xox[abeoprs]|[rs]k_(?:live|test|prod))[_-][\w-]{10,255}|(?<=AccountKey=)[A-Za-z\d+/\\]{86}==|ya29\.[\w.-]{10,1000})/dg,
  ],
  ['a JSON Web Token', new RegExp(`(?<secret>${WEB_TOKEN.source})`, 'dg')],
  // Cut short (`Bearer a1b2…`), it is of no use to anybody.
  [
    'a bearer token',
    /\bbearer(?: |%20){1,3}(?<secret>(?![\w.~+/-]{0,999}(?:key|token|your|example|auth))(?=[\w.~+/-]{0,999}\d)[\w.~+/-]{19,999}[\w~+/-]={0,2})(?![\w.~+/…*-])/dgi,
  ],
  [
    'a secret of OAuth',
    /\b(?:client_secret|refresh_token)\\?["']?\s{0,3}[=:]\s{0,3}\\?["']?(?<secret>(?![\w.~+/%-]{0,499}(?:error|expired|invalid))(?=[\w.~+/%-]{0,499}\d)[\w.~+/%-]{16,500})/dgi,
  ],
];

/** Placeholders that other programs write instead of a secret, and the examples in vendors' manuals. */
const MASKED = /^(?:[*x•.…_-]+|[[<{(%$].*|redacted|hidden|masked|filtered|removed)$|EXAMPLE$/i;

/** All texts that look like secrets, in order of position. */
export function lookalikesIn(text: string): Lookalike[] {
  return FORMS.flatMap(([what, form]) =>
    [...text.matchAll(form)].flatMap(({ groups, indices }) => {
      const place = indices?.groups?.['secret'];
      return place === undefined || MASKED.test(groups?.['secret'] ?? '')
        ? []
        : [{ what, from: place[0], to: place[1] }];
    }),
  ).sort((one, other) => one.from - other.from);
}

/** Replaces each with `[LOOKS_LIKE_A_SECRET]`. */
export function withoutLookalikes(text: string): string {
  let masked = '';
  let done = 0;
  for (const { from, to } of lookalikesIn(text)) {
    if (from < done) continue;
    masked += `${text.slice(done, from)}[LOOKS_LIKE_A_SECRET]`;
    done = to;
  }
  return masked + text.slice(done);
}
