import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

export const health = {
  'health.body-is-object': {
    plain:
      '`GET /health` answers with one JSON object that holds the account context at its top level: no text, no array, no envelope around it.',
    why: 'Time zone, currency and abilities of the account are read from here. Without them a flight date has no meaning and no booking can be prepared.',
    client: 'The client cannot read anything else: the connection becomes `error` with the label `invalid_response`.',
    right: lines(
      'HTTP/1.1 200 OK',
      'Content-Type: application/json',
      '',
      '{',
      '  "account_id": "4711",',
      '  "timezone": "Europe/Berlin",',
      '  "currency": "EUR",',
      '  "capabilities": { "forecast": true, "reporting": true, "draft_booking": true }',
      '}',
    ),
    wrong: lines('HTTP/1.1 200 OK', 'Content-Type: text/plain', '', 'OK'),
    causes: [
      'The handler of the liveness probe answers here, with `OK` or `healthy`.',
      'The body is encoded twice: a JSON string that contains JSON.',
      'A login or maintenance page is served as HTML with status 200.',
      'A serializer made for lists wraps the one account into an array.',
    ],
  },
  'health.account-id': {
    plain: '`account_id` is there, is a JSON string, and is not empty.',
    why: 'It names the account that the key opens. When a campaign was booked with the wrong key, this id is how both sides find out.',
    client: 'Where it is missing, a number or empty, the client rejects the whole answer as `invalid_response`.',
    right: '{ "account_id": "4711" }',
    wrong: '{ "account_id": 4711 }',
    causes: [
      'A numeric primary key is serialised as a JSON number.',
      'The member has the name of your own model: `id`, `accountId`, `publisher_id`.',
      'The key is not tied to an account, so that the id comes out as an empty string or null.',
    ],
  },
  'health.account-name': {
    plain:
      '`account_name` may be left out. Where it is there, it is a JSON string: not null, not a number, not an object.',
    why: 'An operator tells connected publishers apart by this name, and notices by it that a key of the wrong account was entered.',
    client:
      'The client only displays it. A value of another type still makes the answer one that breaks its shape: `invalid_response`.',
    right: '{ "account_id": "4711", "account_name": "Example News" }',
    wrong: '{ "account_id": "4711", "account_name": null }',
    causes: [
      'An empty column is written as null: Jackson without `NON_NULL`, a Go pointer without `omitempty`, System.Text.Json with its defaults.',
      'The name is translated and comes as an object: one text for each language.',
      'A name that consists of digits is turned into a number by a dynamically typed serializer.',
    ],
  },
  'health.timezone-is-iana': {
    plain:
      '`timezone` is there and is an identifier of the IANA time zone database, such as `Europe/Berlin`, `America/New_York` or `UTC`. Offsets and abbreviations outside that database do not count.',
    why: 'Every flight date is a day in this zone. An offset does not say when clocks change, so a campaign across that change would begin or end an hour off, and impressions fall on the wrong day of the report.',
    client:
      'The client sends and reads all flight dates in this zone. A value such as `UTC+2` is rejected, and the connection shows `invalid_response`.',
    right: '{ "timezone": "Europe/Berlin" }',
    wrong: '{ "timezone": "UTC+2" }',
    causes: [
      'The account settings store an offset (`+02:00`, `UTC+2`), taken from a browser or a server clock.',
      'The value is a Windows name such as `W. Europe Standard Time`, from `TimeZoneInfo.Local.Id` in .NET.',
      'The value is an abbreviation such as `CEST` or `PST`, from `strftime("%Z")` and its like.',
      'The value is a display name such as `Berlin` or `Eastern Time (US & Canada)`, as Rails lists them.',
    ],
  },
  'health.currency-is-iso-4217': {
    plain: '`currency` is there and is a code of ISO 4217 in three upper-case letters, such as `EUR`, `USD` or `JPY`.',
    why: 'No price is ever sent to you, so this is the one place where a mismatch can show before a campaign is booked in dollars and invoiced in euros.',
    client:
      'The client compares it with the currency of a booking before it pushes the order. A value such as `EURO` is rejected as `invalid_response`.',
    right: '{ "currency": "EUR" }',
    wrong: '{ "currency": "EURO" }',
    causes: [
      'A symbol or a name (`€`, `EURO`, `US$`) is taken from the display settings of the account.',
      'The code is in lower case (`eur`), as some payment APIs use it.',
      'The numeric code is sent (978), or a customary abbreviation that is no code: `RMB` instead of `CNY`.',
    ],
  },
  'health.capabilities-exactly-three': {
    plain:
      '`capabilities` is an object with the members `forecast`, `reporting` and `draft_booking`: all three, and no fourth.',
    why: 'Each flag switches a part of the platform on or off for this publisher. A missing one leaves open whether campaigns can be forecast, booked or reconciled at all.',
    client:
      'The client reads the three flags to decide what it may call. With one missing or one too many the answer counts as `invalid_response`.',
    right: '{ "capabilities": { "forecast": false, "reporting": true, "draft_booking": true } }',
    wrong: '{ "capabilities": { "reporting": true, "draft_booking": true, "inventory_read": true } }',
    causes: [
      'A flag that is false is left out by the serializer: `omitempty` on a Go bool, or protobuf JSON, which drops default values.',
      '`inventory_read` is listed too. The client keeps a key of that name for itself; reading the inventory cannot be switched off.',
      'The whole table of feature flags is written out.',
      'The abilities come as an array of names instead of an object.',
    ],
  },
  'health.capabilities-are-booleans': {
    plain: 'Each flag in `capabilities` is the JSON value `true` or `false`. Numbers, texts and null are none.',
    why: 'The text "false" counts as true in many languages: a client could ask for forecasts that do not exist, or take bookings for possible that are not.',
    client: 'The client expects JSON booleans and rejects the answer with anything else as `invalid_response`.',
    right: '{ "capabilities": { "forecast": false, "reporting": true, "draft_booking": true } }',
    wrong: '{ "capabilities": { "forecast": "false", "reporting": 1, "draft_booking": true } }',
    causes: [
      'MySQL keeps booleans as `TINYINT(1)`, and the driver hands them on as 1 and 0 or "1" and "0".',
      'Flags are read from environment variables or a key-value store and stay texts.',
      'A flag that was never set is null in the database.',
    ],
  },
  'health.reporting-is-true': {
    plain:
      '`capabilities.reporting` is `true`: the service can report what it delivered, line by line, through `POST /reports`.',
    why: 'Without delivery reports nobody can tell whether a booked goal was reached, and spend cannot be reconciled with impressions.',
    client:
      'The client rejects a publisher that says `false`: `invalid_response`. It counts reporting as confirmed only once a first real report has succeeded.',
    right: '{ "capabilities": { "forecast": true, "reporting": true, "draft_booking": true } }',
    wrong: '{ "capabilities": { "forecast": true, "reporting": false, "draft_booking": true } }',
    causes: [
      'The flag follows the scopes of the key, and this key was made without the report scope.',
      'Reporting is a paid option or a feature toggle that is off for this account.',
      'The flag is a constant from the days before `POST /reports` was built.',
    ],
  },
  'health.draft-booking-is-true': {
    plain: '`capabilities.draft_booking` is `true`: the service can save orders as drafts through `POST /orders`.',
    why: 'Saving an approved reservation as a draft is what the connection is for. Without it someone would have to type each campaign in again by hand.',
    client:
      'The client rejects a publisher that says `false`: `invalid_response`. It counts booking as confirmed only once a first real draft order has succeeded.',
    right: '{ "capabilities": { "forecast": true, "reporting": true, "draft_booking": true } }',
    wrong: '{ "capabilities": { "forecast": true, "reporting": true, "draft_booking": false } }',
    causes: [
      'The flag follows the scopes of the key, and this key was made for reading only.',
      'Writing through the API is switched off for this account or environment, for example during a freeze.',
      'The ad server has no drafts and the flag was set to `false` for that. Paused or inactive orders serve the purpose as well.',
    ],
  },
  'health.right-throughout': {
    plain:
      '`GET /health` is asked again and again during a run. Each answer is an account context with all its members, none says that reports or drafts are switched off, and account_id, timezone and currency are those of the first answer. `forecast` may change. A difference counts once a second answer confirms it, a 5xx where it lasts when asked again while other endpoints still take the key.',
    why: 'The flight dates of a campaign are read in the timezone, and its currency is checked, as the first answer gave them. Where several machines stand behind one address, one of them may run an older version or have other settings. Whether a publisher can be connected then depends on chance.',
    client:
      'The client goes by the one answer that it gets when a publisher connects or is verified again. If that is the wrong one, the connection becomes `error` with the label `invalid_response`.',
    right: lines(
      '# the first call, and the twelfth',
      '{ "capabilities": { "forecast": true, "reporting": true, "draft_booking": true } }',
    ),
    wrong: lines(
      '# the first call',
      '{ "capabilities": { "forecast": true, "reporting": true, "draft_booking": true } }',
      '',
      '# the twelfth',
      '{ "capabilities": { "forecast": true, "reporting": true, "draft_booking": false } }',
    ),
    causes: [
      'One of several machines runs an older version, or was started with other settings.',
      'Under load a gateway answers with a page of its own and status 200.',
      'Something runs out, such as connections to a database, and `GET /health` fails from then on.',
      'The timezone or currency is read from a default once the account has orders, or one machine has another account set.',
    ],
  },
} satisfies ExplanationsOf<'health'>;
