import { answer, error, messages } from './example.ts';
import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

const REFUSED = answer(401, error('unauthorized', 'The API key is missing or not valid.'));
const FORBIDDEN = (scope: string) => answer(403, error('missing_scope', `This key lacks the scope ${scope}.`));
const HEALTH = answer(
  200,
  '{"account_id": "acc-9", "timezone": "Europe/Berlin", "currency": "EUR",',
  ' "capabilities": {"forecast": true, "reporting": true, "draft_booking": true}}',
);
const SLOTS = answer(200, '{"data": [{"inventory_id": "top-banner", "name": "Top banner", "sizes": ["728x90"]}]}');

/** A request for the account, with this line as its credential. */
const asking = (credential: string) => lines('GET /api/v1/health', credential);

const MARKED =
  'A 401 marks the whole connection as in error, and the operator is asked to check the key. A wrong key that is let in is never noticed.';

export const auth = {
  'auth.inventory-needs-read-scope': {
    plain:
      'A key that is valid but lacks the read scope gets 403 from `GET /inventory`, and no slots, on the first page and behind a cursor. It is the `--key-without-read` of the run.',
    why: 'Scopes limit what a lost key can do. A 401 in this place would send everybody looking for a new key when the old one only needs another scope.',
    client:
      'A 403 marks the connection as in error, and the operator is asked to widen the scope of the key, not to replace it.',
    right: messages(lines('GET /api/v1/inventory', '# a key without read'), FORBIDDEN('read')),
    wrong: messages(lines('GET /api/v1/inventory', '# a key without read'), SLOTS),
    causes: [
      'Reading counts as harmless, so that only the writing endpoints ask for scopes.',
      'The framework answers 401 for any denial, or 404 to hide what is there.',
      'Scopes are checked per route prefix, and `GET /inventory` falls under a public or default rule; or a cursor is taken for a permission.',
      'The key that was made for the run does have the scope.',
    ],
  },
  'auth.reports-need-report-scope': {
    plain:
      'A key that is valid but lacks the report scope gets 403 from `POST /reports`, and no rows. It is the `--key-without-report` of the run.',
    why: 'Delivery figures are business data. A key that was issued for booking has no need to read them.',
    client: 'It has the operator widen the scope of the key when it meets a 403, and asks for no other key.',
    right: messages(lines('POST /api/v1/reports', '# a key without report'), FORBIDDEN('report')),
    wrong: messages(
      lines('POST /api/v1/reports', '# a key without report'),
      answer(200, '{"rows": [{"line_item_id": "li-7", "date": "2027-03-01", "impressions": 90, "clicks": 1}]}'),
    ),
    causes: [
      'Reports are read-only, so the read scope is taken to cover them.',
      'Reports are served by another application, to which the gateway passes any valid key.',
      'A missing scope leads to an empty report with status 200, by way of a row filter.',
      'The key that was made for the run does have the scope.',
    ],
  },
  'auth.orders-need-draft-scope': {
    plain:
      'A key that is valid but may not create drafts gets 403 from `POST /orders`: for a new order, for a repeat of one that exists, and for an update. It is the `--key-without-draft` of the run.',
    why: 'Repeats and updates go another way through the code than creations, and tell ids and change campaigns all the same.',
    client: 'A 403 on an order marks the connection as in error; the operator is asked for a key with a wider scope.',
    right: messages(
      lines('POST /api/v1/orders', '# a key without create-draft; an order that exists, once more'),
      FORBIDDEN('create-draft'),
    ),
    wrong: messages(
      lines('POST /api/v1/orders', '# a key without create-draft; an order that exists, once more'),
      answer(
        200,
        '{"order_id": "o-81", "status": "DRAFT", "line_items": [',
        '  {"external_ref": "L-1", "line_item_id": "li-512", "status": "DRAFT"}',
        ']}',
      ),
    ),
    causes: [
      'The idempotency middleware runs before the authorisation and replays the stored answer to any key.',
      'The scope is checked in the create branch only, so updates need none.',
      'The service knows one kind of key, which may do everything.',
      'The key that was made for the run does have the scope.',
    ],
  },
  'auth.restricted-key-is-valid': {
    plain:
      'A key that lacks a scope is a valid key. Where its own endpoint answers it 403, `GET /health` answers it 200, or 403 if a scope is asked for there too, and not 401. It is tried with the key that lacks the read scope.',
    why: '401 sends the operator looking for a new key, though the one in use is right and lacks a scope at most. Two answers about one key also show that keys are looked up in two places, and one of them is wrong.',
    client:
      'A 401 from `GET /health` shows as `auth_error`: the operator is asked to check the key. A 403 shows as `forbidden`: the operator widens its scope.',
    right: messages(asking('# a key without read'), FORBIDDEN('read')),
    wrong: messages(asking('# a key without read'), REFUSED),
    causes: [
      'The guard of `GET /health` answers 401 for every denial, a missing scope included.',
      'Keys are looked up by key and scope in one query, and no row means that there is no such key.',
      'A gateway checks keys for one endpoint and the service for the others, with lists that differ.',
    ],
  },
  'auth.missing-key-is-401': {
    plain:
      'Without an `Authorization` header every endpoint answers 401, `GET /health` included, and says nothing of what a key would have been told. Where no key is needed at all, the other rules about keys wait for this one.',
    why: 'An endpoint without a key is open to anyone who finds the address: to read the inventory and the delivery, or to book.',
    client: MARKED,
    right: messages('GET /api/v1/health', REFUSED),
    wrong: messages('GET /api/v1/health', HEALTH),
    causes: [
      'The login filter leaves a route out: `/health` as a probe for the load balancer, or a new one that was forgotten at the gateway.',
      'A missing header leads to 403 (the default entry point of Spring Security, `IsAuthenticated` in Django REST without `WWW-Authenticate`) or to a redirect to a login page.',
      'The code is right, and a shared cache in front of it answers (send `Cache-Control: private`), or the key is remembered for the connection: `curl` opens a new one each time and sees 401.',
      'The request body is validated before the credential is, so the answer is 400. Or the status is set to 401, and the answer is sent all the same.',
    ],
  },
  'auth.empty-key-is-401': {
    plain: 'A header `Authorization: Bearer` with nothing behind it counts as no key: 401.',
    why: 'An empty text is what remains when a setting is missing. If it matches anything in the database, then each misconfigured caller is let in.',
    client: MARKED,
    right: messages(asking('Authorization: Bearer'), REFUSED),
    wrong: messages(asking('Authorization: Bearer'), HEALTH),
    causes: [
      'An account or environment variable without a key holds the empty text, and the two are compared.',
      '`split(" ")[1]` is undefined or fails on the short header, and the error handler answers 400 or 500.',
      'A query without a value loses its condition, and the first account is found.',
    ],
  },
  'auth.wrong-key-is-401': {
    plain:
      'A key that you never issued gets 401 everywhere, also one that differs from the real key in a single character, in its middle or at its end. Where any key is let in, the rules about keys that nearly fit, and about scopes, wait for this one.',
    why: 'A key that is merely well formed must open nothing: else whoever knows the format is in.',
    client: MARKED,
    right: messages(asking('Authorization: Bearer adk_4fq9d1'), REFUSED),
    wrong: messages(asking('Authorization: Bearer adk_4fq9d1'), HEALTH),
    causes: [
      'Only the form, the length, the prefix, the end or the account part of the key is checked, or it is looked up by a prefix and the rest is never compared.',
      'The key is remembered for the connection: `curl` opens a new one each time and sees 401.',
      'The gateway caches decisions by a part of the header.',
      'Unknown keys get 403 (AWS API Gateway, several gateways’ key plug-ins) or 404.',
    ],
  },
  'auth.truncated-key-is-401': {
    plain: 'The key with a character missing at its end or at its beginning is another key, and gets 401.',
    why: 'If parts of a key are enough, it can be guessed piece by piece, and a key cut off while copying seems to work.',
    client: MARKED,
    right: messages('# the key is adk_4fk9d1', asking('Authorization: Bearer adk_4fk9d'), REFUSED),
    wrong: messages('# the key is adk_4fk9d1', asking('Authorization: Bearer adk_4fk9d'), HEALTH),
    causes: [
      'Keys are compared by `startsWith`, `LIKE` or a prefix index.',
      'The column, or the function that hashes, cuts off: `VARCHAR(32)`, bcrypt after 72 bytes.',
      'A pattern without anchors finds the key somewhere in the stored text.',
    ],
  },
  'auth.extended-key-is-401': {
    plain: 'The key with a character too many, at its end or at its beginning, is another key, and gets 401.',
    why: 'A comparison that stops early accepts countless keys in place of one, and nobody can revoke them one by one.',
    client: MARKED,
    right: messages('# the key is adk_4fk9d1', asking('Authorization: Bearer adk_4fk9d1x'), REFUSED),
    wrong: messages('# the key is adk_4fk9d1', asking('Authorization: Bearer adk_4fk9d1x'), HEALTH),
    causes: [
      'The comparison runs over the length of the stored key only.',
      'bcrypt ignores all after 72 bytes, and a lookup column of fixed width cuts off the rest.',
      'A pattern without anchors finds the key inside what was sent.',
      'The key is decoded from Base64 or hex by a lenient decoder, which drops what does not fit.',
    ],
  },
  'auth.key-is-case-sensitive': {
    plain:
      'The key with capital and small letters swapped gets 401. For a key without letters the check does not apply.',
    why: 'Folding the case throws away about a bit of strength for each letter of the key, and lets in keys that were never issued.',
    client: MARKED,
    right: messages('# the key is adk_4fk9d1', asking('Authorization: Bearer ADK_4FK9D1'), REFUSED),
    wrong: messages('# the key is adk_4fk9d1', asking('Authorization: Bearer ADK_4FK9D1'), HEALTH),
    causes: [
      'The column of the keys has a case-insensitive collation (the default of MySQL and SQL Server) and is searched directly.',
      'A proxy or middleware puts header values into lower case.',
      'The key is a UUID or hexadecimal, and is parsed before it is compared.',
    ],
  },
  'auth.other-scheme-is-401': {
    plain:
      'The key counts only behind `Bearer`, and alone. The right key behind `Token`, `Basic` or `Digest`, with no scheme at all, or with a second word behind it gets 401, and so does one that comes without `Authorization`, in `X-API-Key`, `Api-Key`, `X-Auth-Token` and `X-Access-Token`.',
    why: 'Proxies, logs and scanners know bearer credentials and hide them. A key that also works elsewhere ends up in logs in clear text.',
    client: 'It sends `Authorization: Bearer <key>` with every call, and nothing else.',
    right: messages(asking('Authorization: adk_4fk9d1'), REFUSED),
    wrong: messages(asking('Authorization: adk_4fk9d1'), HEALTH),
    causes: [
      'What is taken for the key is the first or the last word (`header.split(" ").pop()`), what stands behind seven characters (`header.substring(7)`), or what `replace("Bearer ", "")` leaves.',
      'A header of another form leads to 400, as malformed.',
      'An older API of the same server takes `Token` or Basic credentials, and shares its filter with this one.',
      'The gateway looks for an API key in a header of its own (`X-API-Key`) wherever `Authorization` holds none.',
    ],
  },
  'auth.expired-key-is-401': {
    plain:
      'A key that has expired or was revoked gets 401 at every endpoint, just like one that never was. It is the `--expired-key` of the run.',
    why: 'Revoking is the only answer to a leaked key. It has to work at once and everywhere, or the leak goes on.',
    client: 'It marks the connection as in error with its first 401, so that the operator enters the new key.',
    right: messages(asking('Authorization: Bearer adk_old77'), REFUSED),
    wrong: messages(asking('Authorization: Bearer adk_old77'), HEALTH),
    causes: [
      'The gateway or the application caches accepted keys for minutes or hours.',
      'The expiry date is stored and shown in the console, but no query looks at it.',
      'One of several services behind the address has its own copy of the keys.',
      'An expired key gets 403, as for a known user without rights.',
    ],
  },
  'auth.refused-call-has-no-effect': {
    plain:
      'A request that was answered 401 or 403 has done nothing. The run sends an order with wrong keys only, and then the very same request with the right one: that must be 201, as for an order and an idempotency key that never were there.',
    why: 'If a refused order is saved nonetheless, anybody can fill your ad server with bookings, just without seeing the answer.',
    client:
      'After a 401 or 403 it takes it that nothing was booked, and sends the same order again once the key was corrected.',
    right: messages(
      lines('# campaign C-9 with a wrong key', REFUSED),
      lines(
        '# campaign C-9 with the right key',
        answer(
          201,
          '{"order_id": "o-90", "status": "DRAFT", "line_items": [',
          '  {"external_ref": "L-1", "line_item_id": "li-601", "status": "DRAFT"}',
          ']}',
        ),
      ),
    ),
    wrong: messages(
      lines('# campaign C-9 with a wrong key', REFUSED),
      lines(
        '# campaign C-9 with the right key: it is there already',
        answer(
          200,
          '{"order_id": "o-90", "status": "DRAFT", "line_items": [',
          '  {"external_ref": "L-1", "line_item_id": "li-601", "status": "DRAFT"}',
          ']}',
        ),
      ),
    ),
    causes: [
      'The handler runs first, and a filter around it replaces the answer afterwards.',
      'The order is put into a queue before the key is checked.',
      'The idempotency key is reserved before the credential is looked at: the order counts as known from then on, or the key as used (409).',
    ],
  },
} satisfies ExplanationsOf<'auth'>;
