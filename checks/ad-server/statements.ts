import type { Attested, ClientDuty } from '../../src/engine/rule.ts';

/** What the contract states but no request can show; a person signs it off. */
export const attested: readonly Attested[] = [
  {
    section: 'ad-server §1',
    requirement:
      'Nothing that `POST /orders` created serves or is linked to serving; going live stays a human action in the console.',
    why: 'The API shows the status and the delivery of a draft, which are checked; what the ad server itself does with it shows only in its console.',
    means:
      'What a booking creates stays a draft until a person releases it. No rule, script or default setting may activate it or link it to a serving campaign.',
    look: 'Open the orders of this run in the console (the report lists them). Each must be a draft, with no impressions and no link to a live campaign. Ask whether any automatic approval is on.',
  },
  {
    section: 'ad-server §2.2',
    requirement: 'Flight dates are read in the timezone that `/health` names.',
    why: 'Days are sent without a time.',
    means:
      'A flight from the 1st to the 21st starts and ends at midnight in the account’s zone: not in UTC, and not in the zone of the server.',
    look: 'Open a draft of this run in the console and look at the time at which its line starts and ends, and in which zone.',
  },
  {
    section: 'ad-server §2.5',
    requirement: 'Both ends of a flight belong to it: a line runs on `start_date` and until the end of `end_date`.',
    why: 'That a flight of one day is accepted is checked; when it ends shows only in the console.',
    means: 'A line runs through the whole of its last day. One that ends when that day begins loses a day of delivery.',
    look: 'Open a draft of this run in the console: its line must end when its last day is over.',
  },
  {
    section: 'ad-server §2.6 rule 1',
    requirement: 'A creative tag is stored and served exactly as it was received.',
    why: 'No endpoint returns a stored creative; look at the tag of a draft in the console.',
    means:
      'The tag that is stored must be the tag that was sent, character for character: nothing rewritten, wrapped, escaped or trimmed.',
    look: 'Open a draft of this run that has a tag creative, and compare the tag in the console with the one in the recorded request.',
  },
  {
    section: 'ad-server §2.6 rule 2',
    requirement:
      'The click link, a path that begins with `/go/`, is kept exactly as sent, and every campaign serves through it.',
    why: 'Drafts do not serve, so no click can be followed.',
    means:
      'Clicks are counted by the platform’s link. If the ad server rewrites it, or serves the ad without it, clicks are lost.',
    look: 'Open the creative of a draft: its click link must be the one that was sent. For a campaign that ran, follow one click and see that it passes through the /go/ link.',
  },
  {
    section: 'ad-server §2.6 rule 3',
    requirement:
      'Impressions in reports are counted by the ad server itself; the pixel in the creative does not replace them.',
    why: 'A draft has no impressions, and a report does not say how they were counted.',
    means:
      'The impressions you report come from your own counting. The tracking pixel in the creative is a second, independent count.',
    look: 'Ask whoever maintains the reporting where the impression figures come from. Compare the figures of a delivered line with the ad server’s own statistics.',
  },
  {
    section: 'ad-server §2.6',
    requirement:
      'The click of an image creative is wired to `click_url`, and its `impression_pixel_url` fires when it renders.',
    why: 'Drafts are not rendered.',
    means:
      'A banner sent as an image must be clickable, must lead to its `click_url`, and must load the tracking pixel when it is shown.',
    look: 'Preview an image creative of a draft in the console, with the network panel of the browser open: the pixel loads, and a click opens the click link.',
  },
  {
    section: 'ad-server §2.6 rule 4',
    requirement:
      'A creative that is approved later is attached to the existing line, which serves it once it goes live.',
    why: 'The ids of the update are checked; what is attached shows only in the console.',
    means:
      'A creative that arrives after the booking belongs to the line that is already there. It must not create a second line, and it must serve once the line goes live.',
    look: 'Open an order of this run that was updated with a creative: the line has the creative attached, and there is no second line.',
  },
  {
    section: 'ad-server §2.6 rule 5',
    requirement: 'A service that can fill a cache-buster macro in a third-party tag has told the platform so.',
    why: 'The contract leaves the declaration outside its endpoints.',
    means:
      'Third-party tags need a random number in each call. If your ad server can fill a macro for it, the platform has to know the macro.',
    look: 'Look for the message to the platform’s team that names the macro. If your ad server fills none, this does not apply.',
  },
  {
    section: 'ad-server §4.4 rule 1',
    requirement: 'Repeat bookings by one buyer use one advertiser, found by its name.',
    why: 'No endpoint lists advertisers; look for the name of this run in the console: it must be there once.',
    means:
      'One buyer stays one advertiser, however often it books. Duplicates split its history, its limits and its reports.',
    look: 'Search the list of advertisers for the name in the report’s list of drafts: it must be there exactly once.',
  },
  {
    section: 'ad-server §4.4 rule 4',
    requirement: 'An update changes only the fields that changed.',
    why: 'No endpoint returns a stored order; compare one of the orders of this run in the console.',
    means:
      'An update that changes the name must leave the goal, the dates, the countries and the creatives as they were, and so on for each field.',
    look: 'Open an order of this run that was updated, and compare its fields, or its change history, with the requests recorded in the report.',
  },
  {
    section: 'ad-server §4.4 rule 4',
    requirement:
      'An update that is answered 200 has changed what it says: name, goal, flight, countries, sizes, creatives.',
    why: 'The answer holds ids and a status, not the stored values.',
    means:
      'An update that is acknowledged and not stored leaves the ad server with the old campaign, while the platform shows the new one.',
    look: 'Open an order of this run that was updated, and compare its values with the last update in the report’s requests.',
  },
  {
    section: 'ad-server §4.4 rule 2',
    requirement:
      'Repeats and updates leave one order, with one line for each reference: no duplicate is stored behind the right ids.',
    why: 'No endpoint lists orders.',
    means: 'A retry that is answered with the right ids, but stores a second order, would book the campaign twice.',
    look: 'Search the console for the id of this run: each order of the report must be there once, with as many lines as the report lists.',
  },
  {
    section: 'ad-server §2.5',
    requirement: 'A goal is what the line paces to: `goal_impressions` feeds delivery.',
    why: 'Drafts do not deliver.',
    means:
      'The goal that was sent is the number of impressions the line delivers towards: not a default, and not a cap.',
    look: 'Open a draft of this run and compare its goal in the console with the one that was sent. See that pacing uses it.',
  },
  {
    section: 'ad-server §4.3',
    requirement: 'Forecast numbers come from the ad server’s own data; none is invented.',
    why: 'An invented number looks like any other.',
    means:
      'A forecast is an estimate from your own inventory data. A constant, a random number or a guess from another source is not.',
    look: 'Ask whoever maintains the forecast where its numbers come from, and compare one forecast with the console’s own for the same slot and dates. If there is no forecast, this does not apply.',
  },
  {
    section: 'ad-server §4.3',
    requirement: '`available_impressions` leaves out what other orders have committed.',
    why: 'Whether drafts count as commitments is left open, and the suite does not know any other orders.',
    means: 'What is sold to others is not available. A forecast that ignores it leads to overbooking.',
    look: 'Request the forecast of a slot and of days that are sold out: little or nothing may be available.',
  },
  {
    section: 'ad-server §4.3',
    requirement: 'A forecast creates nothing and holds nothing back.',
    why: 'No endpoint lists orders or holds, and availability may change for other reasons.',
    means: 'A forecast is a question. It must leave no order, no line and no reservation behind.',
    look: 'Look in the console for orders, lines and reservations that the forecasts of this run may have left.',
  },
  {
    section: 'ad-server §2.7',
    requirement: 'A `line_item_id` stays the same for the whole life of the line, edits in the console included.',
    why: 'Updates by the API are checked; edits in the console are out of its reach.',
    means:
      'The platform keeps the `line_item_id` and reports by it. If editing a line in the console replaces the line, that link is lost.',
    look: 'Edit a draft of this run in the console (name, dates, goal) and save it. The id of its line must be the same as before.',
  },
  {
    section: 'ad-server §2.8',
    requirement:
      'Reports give the impressions and clicks of a line under the id that `POST /orders` returned, once it delivers.',
    why: 'Lines of this run never deliver.',
    means: 'Once a line delivers, its figures must appear under the very id that the booking returned.',
    look: 'Take a line that was booked through the API and has delivered. Request its report, and compare impressions and clicks with the console. If nothing has delivered yet, leave this open.',
  },
  {
    section: 'ad-server §4.5',
    requirement: 'A report counts the days that were asked for, and no others.',
    why: 'Lines of this run have delivered nothing on any day.',
    means: 'A report for three days gives the impressions of these three days, not of the whole flight.',
    look: 'Take a line that has delivered. Request its report for a few of its days and for all of them, and compare both with the console.',
  },
  {
    section: 'ad-server §5 rule 3',
    requirement: 'The key can be revoked and issued anew without downtime.',
    why: 'Issuing keys happens in the publisher’s own console.',
    means:
      'Keys leak and expire. You must be able to issue a second key, switch over, and revoke the first without an interruption.',
    look: 'In the key management, see that two keys can be valid at once. Better still, rotate a test key and watch that requests keep working.',
  },
  {
    section: 'ad-server §5 rule 4',
    requirement:
      'The key can read, create drafts and report, and nothing else: it can neither activate inventory nor move money.',
    why: 'The suite never calls an operation outside the contract to find out.',
    means:
      'A key in the wrong hands must not be able to do harm: no going live, no budget, no payment, no other account.',
    look: 'Look at the scopes or the role of the key in the console. It may read, create drafts and report, and nothing else.',
  },
  {
    section: 'ad-server §5 rule 6',
    requirement: 'The key is hashed at rest and not logged in plain text.',
    why: 'Neither storage nor logs can be seen from outside.',
    means: 'Nobody who reads your database or your logs may learn the key.',
    look: 'Look at how keys are stored (a hash, not the text), and search the access and application logs of this run for the first characters of the key.',
  },
];

/** What the contract says about the client. The suite behaves the same way. */
export const client: readonly ClientDuty[] = [
  {
    section: 'ad-server §1',
    statement: 'The client never calls an operation that activates, approves or publishes.',
    honoured: 'Only the five endpoints are called.',
  },
  {
    section: 'ad-server §1',
    statement: 'The client appends the endpoint path to the base address and keeps its query string behind the path.',
    honoured: 'Every address is built that way.',
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
    honoured: 'Such an address is called only with --local, and then never certified.',
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
    statement: 'The client requests no forecast if `/health` says `forecast: false`.',
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
    honoured: 'So does the suite; the report lists every retry.',
  },
  {
    section: 'ad-server §8',
    statement: 'The client allows 10 seconds to connect and 30 seconds in all.',
    honoured: 'These are the default limits.',
  },
];
