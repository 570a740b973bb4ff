/** A text that looks like a secret. */
export interface Lookalike {
  /** Completes the words `what looks like …`: `a private key`. */
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

/** A kind of secret, by its form. */
interface Form {
  readonly what: string;
  /** Every match contains one of these texts, which are found much faster than the pattern. */
  readonly marks: readonly string[];
  /** The group `secret` is masked. */
  readonly form: RegExp;
}

/** Patterns that hardly anything but a secret matches, after the rules of gitleaks (MIT). */
const FORMS: readonly Form[] = [
  {
    what: 'a private key',
    marks: ['PRIVATE KEY'],
    form: /-----BEGIN[ A-Z0-9_]{0,40}PRIVATE KEY(?: BLOCK)?-----(?<secret>(?:(?!-----)[\s\S]){16,8000})/dg,
  },
  {
    what: 'an address with a password',
    marks: ['@'],
    form: /\b[a-z][a-z\d+.-]{1,20}:(?:\\?\/){2}[^\s:/?#@"'<>]{0,64}:(?<secret>[^\s/?#@"'<>]{1,128})@[\w[]/dgi,
  },
  {
    what: 'a connection string with a password',
    marks: ['='],
    form: /\b(?:server|host|hostaddr|data source|address|dbname|database|initial catalog)\s*=[^"'\n]{0,200}?\b(?:password|pwd)\s*=\s*(?<secret>[^\s;"'\\]{3,128})/dgi,
  },
  {
    what: 'an AWS access key',
    marks: ['A3T', 'AKIA', 'ASIA', 'ABIA', 'ACCA'],
    form: /\b(?<secret>(?:A3T[A-Z\d]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\b/dg,
  },
  { what: 'a Google API key', marks: ['AIza'], form: /\b(?<secret>AIza[\w-]{35})(?![\w-])/dg },
  { what: 'an Azure storage key', marks: ['AccountKey='], form: /\bAccountKey=(?<secret>[A-Za-z\d+/\\]{86,}==)/dg },
  {
    what: 'a GitHub token',
    marks: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    form: /\b(?<secret>gh[pousr]_[A-Za-z\d]{36,255}|github_pat_\w{82})\b/dg,
  },
  { what: 'a GitLab token', marks: ['glpat-'], form: /\b(?<secret>glpat-[\w-]{20,64})/dg },
  { what: 'a Slack token', marks: ['xox'], form: /\b(?<secret>xox[abeoprs]-[\w-]{10,250})/dg },
  {
    what: 'a Stripe key',
    marks: ['k_live_', 'k_test_', 'k_prod_'],
    form: /\b(?<secret>[rs]k_(?:live|test|prod)_[A-Za-z\d]{10,99})\b/dg,
  },
  {
    what: 'a JSON Web Token',
    marks: ['.eyJ'],
    // Only tried at the start of a word. Trying every position in a long word would take quadratic time.
    form: /(?<![\w-])(?<secret>eyJ[\w-]{17,}\.eyJ[\w-]{17,}\.[\w-]{10,})/dg,
  },
];

/** Placeholders that other programs write instead of a secret, and the examples in vendors' manuals. */
const MASKED = /^(?:[*x•.…_-]+|[[<{(%$].*|redacted|hidden|masked|filtered|removed)$|EXAMPLE$/i;

/** All texts that look like secrets, in order of position. */
export function lookalikesIn(text: string): Lookalike[] {
  return FORMS.filter(({ marks }) => marks.some((mark) => text.includes(mark)))
    .flatMap(({ what, form }) =>
      [...text.matchAll(form)].flatMap(({ groups, indices }) => {
        const place = indices?.groups?.['secret'];
        if (place === undefined || MASKED.test(groups?.['secret'] ?? '')) return [];
        const [from, to] = place;
        return [{ what, from, to }];
      }),
    )
    .sort((one, other) => one.from - other.from);
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
