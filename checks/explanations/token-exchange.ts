import { answer, messages } from './example.ts';
import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

/** A granted exchange; each member can be given as other JSON text. */
function granted(other: Readonly<Record<string, string>> = {}): string {
  const members: Readonly<Record<string, string>> = {
    token: '"eyJhbGciOiJIUzI1NiJ9.eyJzaXRlIjo3fQ.c2lnbmF0dXJl"',
    type: '"bearer"',
    expires_in: '3600',
    site: '{"id": 7, "name": "City Guide", "code": "cg", "domain": "guide.example"}',
    scopes: '["toplist:read", "brand:read"]',
    ...other,
  };
  const body = Object.entries(members).map(([name, json]) => ` "${name}": ${json}`);
  return answer(200, `{${body.join(',\n').slice(1)}}`);
}

const site = (members: string) => granted({ site: `{${members}}` });
const RIGHT_SITE = granted();

const exchange = (body: string) => lines('POST /api/v1/auth/token', body);
const ASKED = exchange('{"key": "K-1", "secret": "S-1"}');
const DENIED = answer(401, '{"code": "invalid_credentials", "message": "Key or secret is wrong."}');
const LISTS = answer(200, '{"toplists": [{"id": 1, "name": "Best of the month"}]}');
const EXPIRED = answer(401, '{"message": "The token is not valid."}');
const using = (token: string) => lines('GET /api/v1/toplists?template_id=1', `Authorization: Bearer ${token}`);

const CACHED = 'Callers cache a token for its full `expires_in` and exchange again only when it has run out.';

export const tokenExchange = {
  'token-exchange.credentials-accepted': {
    plain:
      '`POST /auth/token` with the right `key` and `secret` is answered with a token. It is the first exchange of the run, and all that needs a token waits for it.',
    why: 'Whoever works with key and secret has no other way in: without a token there is no list and no brand.',
    client: 'Callers exchange key and secret for a token, and send the token with every request for data.',
    right: messages(ASKED, granted()),
    wrong: messages(ASKED, DENIED),
    causes: [
      'Key and secret belong to another tenant, or to staging; or a line break came along when they were copied.',
      'The endpoint reads form fields or a Basic header, as OAuth servers do, and not the JSON body.',
      'The machine that the run is on is not on the allowlist, and the 403 has another code than `ip_not_allowed`.',
      'A proxy drops the body or answers with a redirect, for instance over a slash at the end.',
    ],
  },
  'token-exchange.body-is-object': {
    plain: 'The answer to every granted exchange is one JSON object with the members right at its top.',
    why: 'A caller looks for `token` at the top of the body. In a wrapping, an array or a bare text it finds none, and cannot log in although it was let in.',
    client: 'Callers read `token` and `expires_in` from the body.',
    right: granted(),
    wrong: answer(200, '"eyJhbGciOiJIUzI1NiJ9.eyJzaXRlIjo3fQ.c2lnbmF0dXJl"'),
    causes: [
      'The handler returns the token itself, and the framework makes a JSON text of it, or plain text.',
      'A login page or a proxy’s notice in HTML is sent with status 200.',
      'The object is serialised twice and arrives as a text with JSON in it.',
      'A token that is kept and handed out again is sent as it is, without the object around it.',
    ],
  },
  'token-exchange.answers-200': {
    plain: 'Every exchange that is granted is answered 200, not 201 or another success.',
    why: 'Callers that go by the status, as the contract lets them, take anything else for a failure.',
    client: 'Callers take the token from a 200.',
    right: granted(),
    wrong: granted().replace('200 OK', '201 Created'),
    causes: [
      'A token is seen as a created resource, or 201 is the framework’s default for POST (NestJS, many REST generators).',
      'The answer is a 202 or 203 of a gateway that stands in between.',
    ],
  },
  'token-exchange.token': {
    plain:
      '`token` is a text that fits into a header: visible ASCII characters only, no spaces, no line breaks, not empty. Every answer that grants one has it.',
    why: 'The token has to be sent back after `Bearer`. One with a space is cut there, one with a line break is not sent at all.',
    client: 'Callers take it as opaque and send `Authorization: Bearer <token>` with it, unchanged.',
    right: granted(),
    wrong: granted({ token: '"Bearer eyJhbGciOiJIUzI1NiJ9.eyJzaXRlIjo3fQ.c2lnbmF0dXJl"' }),
    causes: [
      'The scheme is put in front of it already: `Bearer …`.',
      'The member has another name: `access_token`, as in OAuth, or `jwt`.',
      'MIME Base64 puts a line break after 76 characters, or leaves one at the end.',
      'The token is an object with value and expiry, or is left out of later answers while the first one is live.',
    ],
  },
  'token-exchange.type-is-bearer': {
    plain: '`type` is the text `bearer`, in small letters.',
    why: 'It tells callers how the token is to be sent. A comparison with `bearer` fails for any other spelling.',
    client: 'Callers send the token as a bearer token; the member confirms it.',
    right: granted(),
    wrong: granted({ type: '"Bearer"' }),
    causes: [
      'The value is written as in the header, with a capital letter.',
      'The member is called `token_type`, as OAuth libraries have it.',
      'It tells the kind of token (`jwt`, `access`) where the scheme is meant.',
    ],
  },
  'token-exchange.expires-in-3600': {
    plain: '`expires_in` is the number 3600: an hour, in seconds, without quotes.',
    why: 'Callers plan by it. With too long a life they run into refused requests, with too short a one they exchange more often than ten times a minute allow.',
    client: 'Callers cache the token for exactly that long.',
    right: granted(),
    wrong: granted({ expires_in: '"3600"' }),
    causes: [
      'The value comes out of a setting or an environment variable as text.',
      'It is in minutes or milliseconds, or a point in time.',
      'It counts down with a token that was issued before (3517), since one token is handed out until it expires.',
      'It is computed from two clock readings and comes to 3599 or 3599.98.',
    ],
  },
  'token-exchange.scopes': {
    plain: '`scopes` is an array of texts, one scope each, such as `toplist:read`.',
    why: 'A caller can tell from it what the token opens before it meets a 403.',
    client: 'Callers read the granted scopes from it; the run looks there whether `toplist:read` is among them.',
    right: granted(),
    wrong: granted({ scopes: '"toplist:read brand:read"' }),
    causes: [
      'OAuth’s `scope` is used: one text with spaces in it.',
      'A set or map is serialised as an object: `{"toplist:read": true}`.',
      'Scopes are objects with id and name from the database.',
      'A credential without scopes of its own yields null, where the defaults were meant.',
    ],
  },
  'token-exchange.site-id': {
    plain: '`site.id` is an integer, without quotes.',
    why: 'Callers keep the site by this number. As a text it is another value to a typed program, which may refuse the whole answer.',
    client: 'Callers learn from `site` which site the credential is for.',
    right: RIGHT_SITE,
    wrong: site('"id": "7", "name": "City Guide", "code": "cg", "domain": "guide.example"'),
    causes: [
      'Ids are 64-bit numbers and are sent as texts to be safe for JavaScript.',
      'The site has a UUID inside, and that is sent.',
      'The database driver returns numbers as texts (older PDO, BIGINT columns).',
    ],
  },
  'token-exchange.site-name': {
    plain: '`site.name` is a text, not null and not missing.',
    why: 'It is how people recognise that the credential belongs to the right site.',
    client: 'Callers learn from `site` which site the credential is for.',
    right: RIGHT_SITE,
    wrong: site('"id": 7, "name": null, "code": "cg", "domain": "guide.example"'),
    causes: [
      'No name was ever entered for the site, and null is what is written.',
      'Names are kept by language and sent as an object: `{"en": "City Guide"}`.',
      'The member has another name, such as `title`.',
    ],
  },
  'token-exchange.site-code': {
    plain: '`site.code` is a text, not a number and not null.',
    why: 'Codes are used as keys in settings and file names. A number in its place loses leading zeros.',
    client: 'Callers learn from `site` which site the credential is for.',
    right: RIGHT_SITE,
    wrong: site('"id": 7, "name": "City Guide", "code": 7, "domain": "guide.example"'),
    causes: [
      'The code consists of digits, and a dynamic language or a spreadsheet import made a number of it.',
      'Older sites have no code, and null is what is written.',
      'The member has another name, such as `slug` or `key`.',
    ],
  },
  'token-exchange.site-domain': {
    plain: '`site.domain` is a text, not a list and not null.',
    why: 'It ties the credential to the website whose lists it serves.',
    client: 'Callers learn from `site` which site the credential is for.',
    right: RIGHT_SITE,
    wrong: site('"id": 7, "name": "City Guide", "code": "cg", "domain": ["guide.example"]'),
    causes: [
      'A site can have several domains, and all of them are sent as a list.',
      'The domain is an object of its own with id and name.',
      'A site that is not live yet has none, and null is what is written.',
    ],
  },
  'token-exchange.site-is-object': {
    plain: '`site` is an object with `id`, `name`, `code` and `domain`.',
    why: 'A bare number or name tells callers less than they were promised, and breaks those that read on inside.',
    client: 'Callers learn from `site` which site the credential is for.',
    right: RIGHT_SITE,
    wrong: granted({ site: '7' }),
    causes: [
      'The relation is not loaded, so the foreign key is serialised in its place (Django, JPA, Sequelize without `include`).',
      'The members of the site stand at the top of the body: `site_id`, `site_name`.',
      'Credentials for several sites yield an array.',
    ],
  },
  'token-exchange.jwt-expiry': {
    plain:
      'For information only: if the token can be read as a JWT, the report notes for how long it says it is good (`exp` less `iat`). Otherwise it notes that the token is opaque.',
    why: 'The run does not wait for an hour to see a token expire. A JWT that says 900 seconds while `expires_in` says 3600 shows that callers will be refused long before they expect it.',
    client: 'Callers do not look inside. They go by `expires_in`.',
    right: lines('# noted next to "expires_in": 3600', 'The token reads as a JWT that is good for 3600 s.'),
    wrong: lines('# noted next to "expires_in": 3600', 'The token reads as a JWT that is good for 900 s.'),
    causes: [
      'The life of the token and `expires_in` are two settings.',
      'The signing library has a default of its own, such as 15 minutes.',
    ],
  },
  'token-exchange.wrong-key-401': {
    plain:
      'A wrong key with the right secret gets 401. Two are tried. In one a single character near its end is changed. The other differs in the case of one letter where the key looks drawn in letters of both cases; else there is more behind it. Where limited credentials are given, only one of them is sent: a wrong secret takes its place.',
    why: 'A near miss is what a guess or a typo looks like. Letting it in means that keys are not compared in full.',
    client: 'Callers read a 401 as: these credentials are wrong, do not try them again.',
    right: messages(exchange('{"key": "K-2", "secret": "S-1"}'), DENIED),
    wrong: messages(
      exchange('{"key": "K-2", "secret": "S-1"}'),
      answer(404, '{"code": "unknown_key", "message": "There is no such key."}'),
    ),
    causes: [
      'An unknown key leads to 404, or to 400 or 422 by validation of its form.',
      'The lookup finds nothing, and the code behind it fails with 500.',
      'Only a prefix of the key is looked up, or the column ignores case.',
      'A lockout or rate limit answers 403 or 429 after a first wrong try.',
    ],
  },
  'token-exchange.wrong-key-code': {
    plain: 'The 401 for a wrong key holds the code `invalid_credentials` somewhere in its body.',
    why: 'By the code a caller tells wrong credentials from a 401 that has other reasons, such as a gateway’s.',
    client: 'Callers stop trying when they see `invalid_credentials`, and have somebody look at the settings.',
    right: messages(exchange('{"key": "K-2", "secret": "S-1"}'), DENIED),
    wrong: messages(exchange('{"key": "K-2", "secret": "S-1"}'), answer(401, '{"message": "Unauthenticated."}')),
    causes: [
      'The framework’s own 401 is sent (`Unauthenticated.` in Laravel, an empty body in Spring Security).',
      'Codes of OAuth are used: `invalid_client`, `invalid_grant`.',
      'The code is spelt in another way: `INVALID_CREDENTIALS`, `invalidCredentials`, or padded with blanks by a column of fixed width.',
    ],
  },
  'token-exchange.wrong-secret-401': {
    plain:
      'The right key with a wrong secret gets 401. Two are tried: one with a single character changed near its end, or in the case of one letter where that is no digit, and one that has four characters more. That one may also be refused for its length, with 400 or 422. Where limited credentials are given, the right secret is sent with their key, too.',
    why: 'The secret is what proves who is calling; the key alone may be known to many.',
    client: 'Callers read a 401 as: these credentials are wrong, do not try them again.',
    right: messages(exchange('{"key": "K-1", "secret": "S-2"}'), DENIED),
    wrong: messages(exchange('{"key": "K-1", "secret": "S-2"}'), granted()),
    causes: [
      'Key and secret are each looked up among all that are known, not as a pair.',
      'Only a part of the secret is stored or compared, or what is sent is cut off before it is compared: bcrypt ignores everything after 72 bytes.',
      'The column does not tell upper from lower case, as with MySQL’s usual collations (`…_ci`).',
      'A known key with a wrong secret is answered 403, as for a user without rights.',
    ],
  },
  'token-exchange.wrong-secret-code': {
    plain: 'The 401 for a wrong secret holds the code `invalid_credentials` somewhere in its body.',
    why: 'A code that names the secret would tell a stranger that his key is right.',
    client: 'Callers stop trying when they see `invalid_credentials`, and have somebody look at the settings.',
    right: messages(exchange('{"key": "K-1", "secret": "S-2"}'), DENIED),
    wrong: messages(
      exchange('{"key": "K-1", "secret": "S-2"}'),
      answer(401, '{"code": "invalid_secret", "message": "The secret is wrong."}'),
    ),
    causes: [
      'Each case has a code of its own: `unknown_key`, `invalid_secret`.',
      'The framework’s own 401 is sent, with a message alone.',
      'The code is spelt in another way: `INVALID_CREDENTIALS`, `invalidCredentials`.',
    ],
  },
  'token-exchange.wrong-key-and-secret-alike': {
    plain:
      'The answers to a wrong key and to a wrong secret cannot be told apart: same status, headers and body. What changes with every call, such as a request id or a time, does not count.',
    why: 'Any difference tells a stranger which half of his guess was right, and he needs to guess only the other.',
    client: 'Callers treat both alike: the pair is wrong.',
    right: messages(lines('# a wrong key', DENIED), lines('# a wrong secret', DENIED)),
    wrong: messages(
      lines('# a wrong key', answer(401, '{"code": "invalid_credentials", "message": "Unknown key."}')),
      lines('# a wrong secret', answer(401, '{"code": "invalid_credentials", "message": "Wrong secret."}')),
    ),
    causes: [
      'Two places in the code make the two errors, with the same code and another message.',
      'A known key adds headers of its account: a rate limit, a tenant, a cookie.',
      'A wrong secret counts up failed attempts and says how many are left.',
    ],
  },
  'token-exchange.repeatable': {
    plain:
      'The exchange can be made again at any time with the same key and secret, and grants a token again. There is no refresh token and no single use. Where the right pair is refused behind wrong ones, it is sent again a quiet window later, and once more; if it still gets 401, that may be a lockout, and is no verdict.',
    why: 'Repeating the call is the only way to renew. If it works once only, a caller is shut out after an hour.',
    client: 'When its token has run out, a caller makes the same call again.',
    right: messages(lines('# the second exchange', ASKED), granted()),
    wrong: messages(
      lines('# the second exchange', ASKED),
      answer(409, '{"code": "token_exists", "message": "A token was issued already."}'),
    ),
    causes: [
      'One valid token per credential is allowed, and another request for one is refused.',
      'A few wrong tries, such as the run has made just before, lock the right credentials too.',
      'The secret is spent with its first use.',
    ],
  },
  'token-exchange.token-is-reusable': {
    plain: 'A token works for any number of requests until it expires. The run uses it twice in a row.',
    why: 'If each request needed a token of its own, ten requests a minute would be all that a caller could ever make.',
    client: CACHED,
    right: messages(lines('# the token for the second time', using('T-1')), LISTS),
    wrong: messages(lines('# the token for the second time', using('T-1')), EXPIRED),
    causes: [
      'Tokens carry a nonce or `jti` that is marked as used.',
      'Tokens live in the memory of one process, and the next request meets another.',
      'A session is rotated with each request.',
    ],
  },
  'token-exchange.first-token-stays-valid': {
    plain: 'A second exchange does not end the first token: both work until their hour is over.',
    why: 'Callers often run as several processes that share a key, and each caches a token of its own. If they revoke each other’s, all of them fail by turns.',
    client: CACHED,
    right: messages(lines('# T-1, after T-2 was issued', using('T-1')), LISTS),
    wrong: messages(lines('# T-1, after T-2 was issued', using('T-1')), EXPIRED),
    causes: [
      'The credential has one column for its token, and the exchange overwrites it.',
      'Earlier tokens are deleted on login (`$user->tokens()->delete()`, single-session settings).',
      'The token is checked against the newest `iat` or a version number that each exchange counts up.',
    ],
  },
  'token-exchange.missing-secret-refused': {
    plain: 'A body with the right `key` and no `secret` gets no token. With which status it is refused is up to you.',
    why: 'Otherwise the key alone opens everything, and keys are not kept as secrets are.',
    client: 'Callers always send both; this request only comes from others.',
    right: messages(exchange('{"key": "K-1"}'), answer(422, '{"message": "secret is required."}')),
    wrong: messages(exchange('{"key": "K-1"}'), granted()),
    causes: [
      'The secret is compared only where one was sent.',
      'A missing secret becomes null or empty, and matches a credential that has none stored.',
      'The gateway checks the secret by a header, and lets through calls that have none.',
    ],
  },
  'token-exchange.mistyped-secret-refused': {
    plain:
      'A `secret` that is not a text gets no token, even if the right secret is inside: the run sends it as a list of one.',
    why: 'Whatever unwraps a list may also take a query object or `true`, and those get past a comparison (`{"$ne": null}`).',
    client: 'Callers always send two texts; this request only comes from others.',
    right: messages(exchange('{"key": "K-1", "secret": ["S-1"]}'), DENIED),
    wrong: messages(exchange('{"key": "K-1", "secret": ["S-1"]}'), granted()),
    causes: [
      'Comparison with conversion: `==` in JavaScript makes the text of `["S-1"]`, older PHP lets loose types through.',
      'The mapper unwraps lists of one (`UNWRAP_SINGLE_VALUE_ARRAYS`).',
      'The value goes into a database query as it came (`IN (…)`, a MongoDB filter).',
    ],
  },
  'token-exchange.malformed-answer': {
    plain:
      'For information only: what your service answers to a body without `secret`, and to one where it is a list. The contract names no status for this.',
    why: 'Whoever integrates your API will make these mistakes first. The note shows what they will get to see.',
    client: 'Callers never send such a body on purpose; a developer who does reads the answer.',
    right: messages(
      exchange('{"key": "K-1"}'),
      answer(400, '{"code": "malformed_request", "message": "secret is missing."}'),
    ),
    wrong: messages(exchange('{"key": "K-1"}'), answer(500, '{"message": "Server Error"}')),
    causes: [
      'No code validates the body before it is used, so it fails somewhere inside with 500.',
      'The refusal is the framework’s standard for validation, 400 or 422, which is fine.',
    ],
  },
} satisfies ExplanationsOf<'token-exchange'>;
