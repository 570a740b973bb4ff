import type { Attested, ClientDuty } from '../../src/engine/rule.ts';

/** What the contract states and no request can show: a person signs it off. */
export const attested: readonly Attested[] = [
  {
    section: 'ad-server §1',
    requirement:
      'Nothing that `POST /orders` created serves or is linked to serving; going live stays a human action in the console.',
    why: 'The API shows the status and the delivery of a draft, which are checked; what the ad server itself does with it shows only in its console.',
  },
  {
    section: 'ad-server §2.2',
    requirement: 'Flight dates are read in the timezone that `/health` names.',
    why: 'Days come without a time. Look in the console at what time a draft of this run starts and ends: midnight in that zone, not in UTC nor in that of the server.',
  },
  {
    section: 'ad-server §2.5',
    requirement: 'Both ends of a flight belong to it: a line runs on `start_date` and until the end of `end_date`.',
    why: 'That a flight of one day is accepted is checked; when it ends shows only in the console. A draft should end when its last day is over, not when it begins.',
  },
  {
    section: 'ad-server §2.6 rule 1',
    requirement: 'A creative tag is stored and served exactly as it was received.',
    why: 'No endpoint returns a stored creative; look at the tag of a draft in the console.',
  },
  {
    section: 'ad-server §2.6 rule 2',
    requirement:
      'The click link, a path that begins with `/go/`, is kept exactly as sent, and every campaign serves through it.',
    why: 'Drafts do not serve, so that no click can be followed.',
  },
  {
    section: 'ad-server §2.6 rule 3',
    requirement:
      'Impressions in reports are counted by the ad server itself; the pixel in the creative does not replace them.',
    why: 'A draft has no impressions, and a report does not say how they were counted.',
  },
  {
    section: 'ad-server §2.6',
    requirement:
      'The click of an image creative is wired to `click_url`, and its `impression_pixel_url` fires when it renders.',
    why: 'Drafts are not rendered.',
  },
  {
    section: 'ad-server §2.6 rule 4',
    requirement:
      'A creative that is approved later is attached to the existing line, which serves it once it goes live.',
    why: 'The ids of the update are checked; what is attached shows only in the console.',
  },
  {
    section: 'ad-server §2.6 rule 5',
    requirement: 'A service that can fill a cache-buster macro in a third-party tag has told the platform so.',
    why: 'The contract leaves the declaration outside its endpoints.',
  },
  {
    section: 'ad-server §4.4 rule 1',
    requirement: 'Repeat bookings by one buyer use one advertiser, found by its name.',
    why: 'No endpoint lists advertisers; look for the name of this run in the console: it must be there once.',
  },
  {
    section: 'ad-server §4.4 rule 4',
    requirement: 'An update changes only the fields that changed.',
    why: 'No endpoint returns a stored order; compare one of the orders of this run in the console.',
  },
  {
    section: 'ad-server §4.4 rule 4',
    requirement:
      'An update that is answered 200 has changed what it says: name, goal, flight, countries, sizes, creatives.',
    why: 'The answer holds ids and a status, not the stored values. Compare the last update of an order of this run with what the console shows.',
  },
  {
    section: 'ad-server §4.4 rule 2',
    requirement:
      'Repeats and updates leave one order, with one line for each reference: no duplicate is stored behind the right ids.',
    why: 'No endpoint lists orders. Search the console for the run id: each order is there once, and has as many lines as it has references.',
  },
  {
    section: 'ad-server §2.5',
    requirement: 'A goal is what the line paces to: `goal_impressions` feeds delivery.',
    why: 'Drafts do not deliver. Look in the console whether the goal of a draft is the number that was sent, and not a default or a cap.',
  },
  {
    section: 'ad-server §4.3',
    requirement: 'Forecast numbers come from the ad server’s own data; none is invented.',
    why: 'An invented number looks like any other.',
  },
  {
    section: 'ad-server §4.3',
    requirement: '`available_impressions` leaves out what other orders have committed.',
    why: 'Whether drafts count as commitments is left open, and the suite knows of no other orders. Ask for the forecast of a slot and days that are sold out: nothing, or nearly nothing, should be available.',
  },
  {
    section: 'ad-server §4.3',
    requirement: 'A forecast creates nothing and holds nothing back.',
    why: 'No endpoint lists orders or holds, and availability may change for other reasons. Look in the console for orders, lines and reservations that the forecasts of this run left.',
  },
  {
    section: 'ad-server §2.7',
    requirement: 'A `line_item_id` stays the same for the whole life of the line, edits in the console included.',
    why: 'Updates by the API are checked; edits in the console are out of its reach.',
  },
  {
    section: 'ad-server §2.8',
    requirement:
      'Reports give the impressions and clicks of a line under the id that `POST /orders` returned, once it delivers.',
    why: 'Lines of this run never deliver.',
  },
  {
    section: 'ad-server §4.5',
    requirement: 'A report counts the days that were asked for, and no others.',
    why: 'Lines of this run have delivered nothing on any day. Ask for the report of a line that has delivered, once for a few of its days and once for all, and compare both with the console.',
  },
  {
    section: 'ad-server §5 rule 3',
    requirement: 'The key can be revoked and issued anew without downtime.',
    why: 'Issuing keys happens in the publisher’s own console.',
  },
  {
    section: 'ad-server §5 rule 4',
    requirement:
      'The key can read, create drafts and report, and nothing else: it can neither activate inventory nor move money.',
    why: 'The suite never calls an operation outside the contract to find out.',
  },
  {
    section: 'ad-server §5 rule 6',
    requirement: 'The key is hashed at rest and not logged in plain text.',
    why: 'Neither storage nor logs can be seen from outside.',
  },
];

/** What the contract says of the client: the suite behaves so. */
export const client: readonly ClientDuty[] = [
  {
    section: 'ad-server §1',
    statement: 'The client never calls an operation that activates, approves or publishes.',
    honoured: 'Only the five endpoints are called.',
  },
  {
    section: 'ad-server §1',
    statement: 'The client appends the endpoint path to the base address and keeps its query string behind the path.',
    honoured: 'Every address is built so.',
  },
  {
    section: 'ad-server §1',
    statement: 'No price is sent to the service.',
    honoured: 'Orders carry goals, never prices.',
  },
  {
    section: 'ad-server §1',
    statement: 'The client connects by a read-only probe: `GET /health`, then one `GET /inventory?limit=1`.',
    honoured: 'A run begins with this probe, and `diagnose` walks through it.',
  },
  {
    section: 'ad-server §2.1',
    statement: 'The client refuses a base address that does not start with `https://`.',
    honoured: 'Such an address is called under --local only, and then never certified.',
  },
  {
    section: 'ad-server §3',
    statement:
      'The client shows `connected`, or `error` with one of four labels; a failing inventory probe leaves `inventory_read` not verified.',
    honoured: '`connection.client-conclusion` and `diagnose` say what it would show.',
  },
  {
    section: 'ad-server §3',
    statement: 'The client does not retry a failed probe by itself.',
    honoured: 'The probe is sent once; the suite then goes on with retries of its own.',
  },
  {
    section: 'ad-server §4.1',
    statement: 'The client follows no redirect.',
    honoured: 'Redirects are recorded and judged.',
  },
  {
    section: 'ad-server §4.1',
    statement: 'The client resolves the host on every call and refuses non-public addresses.',
    honoured: 'Each connection looks the host up and is refused unless every address is public; --local lifts this.',
  },
  {
    section: 'ad-server §4.2',
    statement: 'The client reads pages until `next_cursor` is absent.',
    honoured: 'Every walk does, up to --max-pages.',
  },
  {
    section: 'ad-server §4.3',
    statement: 'The client asks for no forecast where `/health` says `forecast: false`.',
    honoured: 'The forecast module is not applicable then.',
  },
  {
    section: 'ad-server §4.4 rule 8',
    statement: 'The client checks the currency of a booking before it sends it.',
    honoured: 'No currency is sent.',
  },
  {
    section: 'ad-server §4.4 rule 9',
    statement: 'The client may send a campaign again, and recovers lost ids by the same references.',
    honoured: 'Repeats and updates of every kind are sent.',
  },
  {
    section: 'ad-server §5 rule 6',
    statement: 'The client keeps the key out of URLs, logs and responses.',
    honoured: 'Keys travel in the `Authorization` header only, and are taken out of everything that is recorded.',
  },
  {
    section: 'ad-server §7',
    statement: 'The client backs off on 5xx, and waits as `Retry-After` says on 429.',
    honoured: 'So does the suite; every retry stands in the report.',
  },
  {
    section: 'ad-server §8',
    statement: 'The client allows 10 seconds to connect and 30 seconds in all.',
    honoured: 'These are the default limits.',
  },
];
