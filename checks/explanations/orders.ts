import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';
import { answer, answerOfTwo, created, refused } from './order-answers.ts';

export const orders = {
  'orders.booking-accepted': {
    plain:
      'The plainest order there is, one line on an active slot without targeting, creatives or advertiser reference, is answered 201 or 200. Where it is refused with 422, other slots, goals and shorter flights are tried; where a slot is answered 404, others are. If only an order with optional members (creatives, countries, an advertiser reference) gets through, the rule is broken, and so it is if none does and a listed slot is answered 404; else the outcome is inconclusive.',
    why: 'This is the call that turns an approved reservation into a draft. Where it fails, the campaign exists in the platform only and will not run.',
    client:
      'The client stores the ids of the answer and reconciles reports by them. A 422 is shown to the operator, a 404 makes it skip the item, a 400 counts as a bug.',
    right: lines(
      'POST /api/v1/orders HTTP/1.1',
      'Idempotency-Key: k-1',
      '{',
      '  "idempotency_key": "k-1",',
      '  "advertiser": { "name": "Acme" },',
      '  "order": { "name": "Acme spring", "external_ref": "c-17" },',
      '  "line_items": [{',
      '    "external_ref": "l-1", "inventory_id": "home-top", "goal_impressions": 3000,',
      '    "flight": { "start_date": "2027-03-01", "end_date": "2027-03-21" },',
      '    "sizes": ["970x250"]',
      '  }]',
      '}',
      '',
      created,
    ),
    wrong: lines(
      'POST /api/v1/orders HTTP/1.1, the same request',
      '',
      refused('400 Bad Request', 'invalid_request', 'line_items[0].creatives is required.'),
    ),
    causes: [
      'Validation demands what is optional: `creatives`, `targeting`, `advertiser.external_ref`.',
      'The ad server wants a price, a salesperson or an agency for every order, and the integration passes the error on. No price is ever sent.',
      'The advertiser is looked up by name and not created when it is new.',
      'Slots are listed that the ad server cannot book, such as parent ad units, and the answer is 400 or 404.',
    ],
  },
  'orders.created-is-201': {
    plain:
      'An order that did not exist before is answered 201. The status 200 is for repeats and updates. Where an earlier attempt of the same call ended in a 5xx or got lost, 200 is fine too: the order may have been there already.',
    why: 'The status is the only word on whether something new came into being. Where it lies, a duplicate booking looks like an update, and nobody looks for it.',
    client: 'The client tells by 201 and 200 whether its call created the order or found it there.',
    right: created,
    wrong: lines('HTTP/1.1 200 OK', answer({})),
    causes: [
      'The framework answers 200 unless told otherwise (Express, Flask, Spring without `@ResponseStatus`).',
      'One upsert does both and does not tell whether it inserted or updated.',
      'Orders are queued and answered 202, to be saved later. Then there are no ids to answer with either.',
    ],
  },
  'orders.buyer-books-again': {
    plain:
      'An advertiser that has booked books again, under the same name. Where its orders are refused, a plain one included, one of an advertiser that nobody knows is sent, then another of the known one, then one of a second new one. If only the known one is refused, the rule is broken, and the rest of the run has every order from an advertiser of its own. A 422 that comes only after several drafts may be a business rule of yours.',
    why: 'Buyers book many campaigns. Where the second one is refused since the advertiser exists, every campaign but the first has to be booked by hand.',
    client: 'The client sends the name of the buyer with every order, and leaves it to you to find the advertiser.',
    right: lines('POST /api/v1/orders, "advertiser": { "name": "Acme" }, for the second time', '', created),
    wrong: lines(
      'POST /api/v1/orders, "advertiser": { "name": "Acme" }, for the second time',
      '',
      refused('409 Conflict', 'advertiser_exists', 'There is an advertiser of this name.'),
    ),
    causes: [
      'The advertiser is created for every order, and the ad server or a unique index refuses a second one of the same name.',
      'The advertiser is looked up on the first page of a list, or in a cache that does not hold new ones yet.',
      'The lookup compares another form of the name than the one that was stored.',
    ],
  },
  'orders.one-day-flight': {
    plain:
      'A line whose flight starts and ends on the same day is accepted on a slot that takes a longer one. Where it is refused with 422, smaller goals and other slots are tried; that all are refused breaks the rule. Not judged where the forecast says that nothing is left for that day, where two days are refused as well and there is no forecast, or where plain orders are refused by then.',
    why: 'One-day campaigns (a match, a launch, a holiday) are sold every week. And where the last day is not counted, every longer campaign loses a day too.',
    client: 'The client sends both dates as inclusive days in the time zone of the account.',
    right: lines('POST /api/v1/orders, a line from 2027-03-03 to 2027-03-03', '', created),
    wrong: lines(
      'POST /api/v1/orders, a line from 2027-03-03 to 2027-03-03',
      '',
      refused('422 Unprocessable Content', 'invalid_flight', 'end_date must be after start_date.'),
    ),
    causes: [
      'The check of the range uses `<=` where it should use `<`.',
      'Both dates become midnight, and the ad server refuses a line that ends the moment it starts. The end belongs at 23:59:59 of that day.',
      'Dates are converted to UTC first, and the line ends before it starts or on the day before.',
    ],
  },
  'orders.several-lines-on-one-slot': {
    plain:
      'One order may hold several lines on the same slot, in the same countries, that differ in their dates alone, as the lines of several months do. They are told apart by `external_ref`, not by `inventory_id`. Four lines are tried first; where these are refused with 400, 413 or 422, two are, since the contract names no limit.',
    why: 'A booking over several months, or with a price for each country, becomes several lines on one slot. If they are merged or refused, part of what was sold is not booked.',
    client: 'The client sends one line for each combination of slot, geo and month, each with a reference of its own.',
    right: lines(
      'POST /api/v1/orders, l-3 for March and l-4 for April on home-top',
      '',
      'HTTP/1.1 201 Created',
      answerOfTwo('li-501', 'li-502', 'l-3', 'l-4'),
    ),
    wrong: lines(
      'POST /api/v1/orders, l-3 for March and l-4 for April on home-top',
      '',
      refused('422 Unprocessable Content', 'duplicate_slot', 'home-top is booked twice in this order.'),
    ),
    causes: [
      'A unique index on order and slot in the database.',
      'Lines are put into a map by `inventory_id`, and the last one wins.',
      'Names of lines have to be unique in the ad server and are made from the name of the slot.',
      'Country codes in `targeting.geo` are not translated into the location ids of the ad server.',
    ],
  },
  'orders.lines-in-two-countries': {
    plain:
      'Two lines of an order may run on the same slot on the same days when each has a country of its own. The suite tries some pairs of countries; where all are refused, it asks for each country alone first, so that a publisher who sells one country only is not blamed.',
    why: 'Countries with a price of their own are booked as lines of their own. If lines on a slot may not overlap, such a campaign cannot be booked at all.',
    client: 'The client sends one line for each combination of slot, geo and month; lines of one month overlap.',
    right: lines(
      'POST /api/v1/orders, l-de in DE and l-fr in FR on home-top, the same days',
      '',
      'HTTP/1.1 201 Created',
      answerOfTwo('li-501', 'li-502'),
    ),
    wrong: lines(
      'POST /api/v1/orders, l-de in DE and l-fr in FR on home-top, the same days',
      '',
      refused('422 Unprocessable Content', 'overlap', 'Two lines on home-top overlap.'),
    ),
    causes: [
      'A rule against double bookings compares slot and dates, and leaves the countries out.',
      'A unique index on order, slot and start date.',
      'The targeting is read after the lines have been compared.',
      'A unique index on the reference of an order ignores case, so that a reference which differs in that alone ends in a 409 or 500.',
    ],
  },
  'orders.lines-on-two-slots': {
    plain:
      'An order may hold lines on different slots. The suite looks at the order with all optional members, which is tried with two slots first; where that was refused, it asks for slots of one format alone, two of them together, and each alone again. Where the inventory has but one slot of a format that can be booked, the rule is not applicable. The contract does not say in so many words that no service may refuse it: this is a warning.',
    why: 'A campaign usually runs on several slots, and the client sends it as one order. If an order is bound to one slot, such a campaign cannot be booked at all.',
    client: 'The client sends all lines of a campaign in one order, and recognises the order by `order.external_ref`.',
    right: lines(
      'POST /api/v1/orders, l-de on home-top and l-fr on sport-top',
      '',
      'HTTP/1.1 201 Created',
      answerOfTwo('li-501', 'li-502'),
    ),
    wrong: lines(
      'POST /api/v1/orders, l-de on home-top and l-fr on sport-top',
      '',
      refused('422 Unprocessable Content', 'one_slot', 'All lines of an order must be on one slot.'),
    ),
    causes: [
      'The slot is kept with the order in the own model, not with the line.',
      'A proposal of the ad server is bound to one product.',
      'The lines are looked up by slot, and the second lookup replaces the first.',
    ],
  },
  'orders.optional-members': {
    plain:
      'An order that makes use of the optional members is accepted, also where `targeting.geo` or `creatives` is an empty list. It is tried with two slots and all sizes first, then in plainer forms.',
    why: 'Empty lists are what a campaign without countries or approved creatives looks like. If they are refused, a booking hangs on a detail that means nothing.',
    client: 'The client may leave an optional member out or send it empty; both mean the same.',
    right: lines('POST /api/v1/orders, "targeting": { "geo": [] }, "creatives": []', '', created),
    wrong: lines(
      'POST /api/v1/orders, "targeting": { "geo": [] }, "creatives": []',
      '',
      refused('400 Bad Request', 'invalid_request', 'creatives must contain at least 1 element.'),
    ),
    causes: [
      'The schema says `minItems: 1`, or a bean is marked `@NotEmpty`.',
      'Strict models refuse members that were not foreseen, such as `advertiser.external_ref` (`extra="forbid"` in Pydantic, `FAIL_ON_UNKNOWN_PROPERTIES` in Jackson).',
      'An empty list of countries becomes an empty targeting expression, which the ad server rejects.',
    ],
  },
  'orders.creative-on-one-line': {
    plain:
      'An order of two lines is accepted where only one of them has a creative, also if the same creative stands in another order. A 422 with a message is tolerated and noted; any other refusal, and a 5xx, is not.',
    why: 'Creatives are approved one by one, and one tag serves many campaigns. A booking that breaks on such a mix is missing at the publisher, though each of its lines alone would have been taken.',
    client: 'It sends each line with the creatives that it has at that moment, and the same tag wherever it is used.',
    right: lines('POST /api/v1/orders, line 1 without creatives, line 2 with a tag', '', created),
    wrong: lines(
      'POST /api/v1/orders, line 1 without creatives, line 2 with a tag',
      '',
      refused('409 Conflict', 'creative_exists', 'This creative exists.'),
    ),
    causes: [
      'The first line decides for all of them whether there are creatives.',
      'Creatives are looked up by the position of the line, which is another one where some lines have none.',
      'The tag, or its hash, is a unique key: it can be booked once only.',
    ],
  },
  'orders.names-in-any-script': {
    plain:
      'Names of orders and advertisers are text in any script, with accents, quotes, `<`, `&` and emoji. Such an order is accepted; a 422 with a message is tolerated and noted. A 400 or 5xx is not.',
    why: 'Advertisers are called «Größe», 東京 or Fish & Chips. A name that breaks the booking leaves the campaign unbooked on the publisher’s side.',
    client: 'The client sends the names as its users entered them, in UTF-8.',
    right: lines('POST /api/v1/orders, "name": "Größe & <東京> 🎈"', '', created),
    wrong: lines(
      'POST /api/v1/orders, "name": "Größe & <東京> 🎈"',
      '',
      refused('500 Internal Server Error', 'internal', 'Incorrect string value for column name.'),
    ),
    causes: [
      'A MySQL table in `utf8` (three bytes) or `latin1` instead of `utf8mb4`: emoji end in an error.',
      'The name goes unescaped into XML, such as a SOAP request to the ad server.',
      'A web application firewall takes `<` and quotes for an attack and blocks the request.',
      'A regular expression allows only `[A-Za-z0-9 _-]` in names.',
    ],
  },
  'orders.takes-creatives': {
    plain:
      'A line that carries a creative is accepted, in at least one of the two shapes: `third_party_tag` with an HTML tag, or `image` with URLs. The tag that is tried holds quotes, entities, line breaks and letters of other scripts. Two tags on one line are tried first; where these are refused with 400, 413 or 422, one is. The image comes with all sizes of the slot, or where that is refused with 422, with its own alone.',
    why: 'A draft without its creative cannot be set live by the people who wait for it, or goes live empty.',
    client:
      'The client sends a finished tag that points back to itself, or where your platform cannot serve tags, the image fields. It sends the creative with a later update when it is approved only then.',
    right: lines(
      '{',
      '  "type": "third_party_tag", "width": 970, "height": 250,',
      `  "tag": "<iframe src=\\"https://ads.example.com/go/c1\\" width=970 height=250></iframe>"`,
      '}',
      '',
      created,
    ),
    wrong: lines(
      '{',
      '  "type": "third_party_tag", "width": 970, "height": 250,',
      `  "tag": "<iframe src=\\"https://ads.example.com/go/c1\\" width=970 height=250></iframe>"`,
      '}',
      '',
      refused('400 Bad Request', 'invalid_tag', 'HTML is not allowed in this field.'),
    ),
    causes: [
      'An HTML sanitizer or a web application firewall in front of the API refuses `<iframe`.',
      'The service tries to fetch or measure the creative while it saves, and fails when that takes time. The content stays with the client.',
      'The column for the tag is too short, or not made for Unicode.',
      'Validation knows only creative types of your own: `html`, `html5`, `display`.',
    ],
  },
  'orders.takes-both-creative-shapes': {
    plain:
      'Both shapes of creative are accepted: the HTML tag, and the image with its three URLs. To refuse one of them is a warning, not a failure; where a plain order is refused by then as well, it is not judged.',
    why: 'What an advertiser has decides the shape. A publisher who takes only one of them may have to turn a campaign away.',
    client:
      'The tag is the client’s first choice; the image fields are the fallback for platforms that cannot serve a tag.',
    right: lines(
      '{',
      '  "type": "image", "width": 970, "height": 250,',
      '  "image_url": "https://cdn.example.com/c1.png",',
      '  "click_url": "https://ads.example.com/go/c1",',
      '  "impression_pixel_url": "https://ads.example.com/pixel/c1.gif"',
      '}',
      '',
      created,
    ),
    wrong: lines(
      '{',
      '  "type": "image", "width": 970, "height": 250,',
      '  "image_url": "https://cdn.example.com/c1.png",',
      '  "click_url": "https://ads.example.com/go/c1",',
      '  "impression_pixel_url": "https://ads.example.com/pixel/c1.gif"',
      '}',
      '',
      refused('422 Unprocessable Content', 'unsupported_creative', 'Only third_party_tag is supported.'),
    ),
    causes: [
      'Only the tag was built, since the image is called a fallback.',
      'The ad server hosts images itself and has no field for a remote `image_url`.',
      'There is no place for a second tracking URL, so that `impression_pixel_url` is refused.',
    ],
  },
  'orders.order-id': {
    plain:
      'Each accepted order, new, repeated or updated, is answered with `order_id`: a JSON string that is not empty.',
    why: 'Without it nobody can find the draft of a campaign in the console, and an update has nothing to be compared with.',
    client: 'The client keeps it as the stable id of the order and expects the same one after every update.',
    right: answer({}),
    wrong: answer({ order: '81' }),
    causes: [
      'A numeric primary key or the id of the ad server (a 64-bit number) is serialised as a JSON number.',
      'The member is called `id` or `orderId`.',
      'The order is created in the background, and its id is not known yet when the answer leaves.',
    ],
  },
  'orders.line-external-ref': {
    plain: 'Each line in an answer names its `external_ref`: the text by which the client knows the line.',
    why: 'It is the bridge between both systems. Without it nobody can say which `line_item_id` belongs to which booked line, and delivery is credited to the wrong one.',
    client:
      'Before the call the client notes the reference as pending and fills in the `line_item_id` from the answer, or recovers it by the same reference when the answer was lost.',
    right: answer({}),
    wrong: answer({ ref: 'null' }),
    causes: [
      'The reference is not stored, or stored in a column that the serializer does not know.',
      'It is answered under another name: `externalId`, `reference`.',
      'On updates only the changed members of a line are answered.',
    ],
  },
  'orders.line-item-id': {
    plain: 'Each line in an answer has its `line_item_id`: a JSON string that is not empty.',
    why: 'Delivery reports are matched with booked lines by this id alone. Where it is missing, the impressions of a line are never credited; as a number it may lose digits.',
    client: 'The client stores it with the line and looks for it in the rows of `POST /reports`.',
    right: answer({}),
    wrong: answer({ line: '501' }),
    causes: [
      'The id of the ad server, a 64-bit number, is passed on as a JSON number.',
      'The member is called `id` or `lineItemId`.',
      'The order is saved first and its lines in a background job, so that the ids are null in the answer.',
    ],
  },
  'orders.body-is-order': {
    plain:
      'An accepted order is answered with one JSON object that has an array `line_items`, and in it an object for each line.',
    why: 'An order whose answer cannot be read is booked on your side and unknown on the other: its delivery is never reconciled.',
    client: 'The client reads the ids from here and completes its pending mapping.',
    right: answer({}),
    wrong: '{ "order_id": "o-81", "status": "DRAFT" }',
    causes: [
      'The endpoint answers 201 with a `Location` header and no body.',
      'An envelope is put around the order: `{"data":{…}}`.',
      'Lines are loaded lazily by the ORM and left out by the serializer.',
      'Lines come as an object with the references as its names, or as a list of ids.',
    ],
  },
  'orders.status-is-draft': {
    plain:
      'The order in every answer has `"status": "DRAFT"`, whatever your own system calls the state: created, repeated or updated. Any other word makes the suite stop booking at once.',
    why: 'An order that is not a draft may deliver before anybody approved the campaign: impressions are served that nobody ordered, and the publisher pays for the mistake.',
    client:
      'The client creates drafts only, and never activates anything: going live is done by a person in your console.',
    right: answer({}),
    wrong: answer({ status: '"ACTIVE"' }),
    causes: [
      'The state of the ad server is passed on as it is: `PAUSED`, `INACTIVE`, `draft` in lower case. The order may be fine; the word is not.',
      'New orders are approved automatically by a default of the ad server or a workflow rule.',
      'An update sets the order live since the same method is used for both.',
      'The status is computed from the dates of the flight: `PENDING`, `READY`, `SCHEDULED`.',
    ],
  },
  'orders.line-status-is-draft': {
    plain:
      'Each line in every answer has `"status": "DRAFT"`, also after an update and with creatives attached. Any other word makes the suite stop booking at once.',
    why: 'It is the line that delivers. A live line under a draft order spends impressions on a campaign that nobody released.',
    client:
      'The client takes every line for a draft until a person activates it in your console, outside of this contract.',
    right: answer({}),
    wrong: answer({ lineStatus: '"READY"' }),
    causes: [
      'Lines have states of their own in the ad server (`READY`, `INACTIVE`, `PAUSED`) that are passed on without translation.',
      'A line becomes ready by itself once it has a creative.',
      'The status is set for the order only, and lines start with the default of the database.',
    ],
  },
  'orders.lines-echoed': {
    plain:
      'The answer to a new order has exactly one element for each line that was sent, under the same `external_ref`. None is missing, none is doubled, none is added. The order of the lines does not matter. Some references begin with that of another line; two are long, hold spaces and letters such as ü, and differ in a separator alone. Where such references are refused with 400, 413 or 422, plainer ones are tried.',
    why: 'A line that is missing in the answer counts as not booked, and its delivery is not reconciled. One too many hints at a double booking.',
    client: 'The client fills in the `line_item_id` of each line by its `external_ref`.',
    right: lines(
      'POST /api/v1/orders, with l-de and l-fr',
      '',
      'HTTP/1.1 201 Created',
      answerOfTwo('li-501', 'li-502'),
    ),
    wrong: lines('POST /api/v1/orders, with l-de and l-fr', '', 'HTTP/1.1 201 Created', answer({ ref: '"l-de"' })),
    causes: [
      'Lines are grouped by slot before they are saved.',
      'A database join with sizes or creatives repeats a line for each of them.',
      'References are cut to the length of a column, put into upper or lower case or another character encoding, made fit for a file name, or compared with `LIKE`, where `_` stands for any letter.',
      'A line that failed to save is dropped silently while the rest is answered with 201.',
    ],
  },
  'orders.line-item-ids-unique': {
    plain:
      'No two lines share a `line_item_id`, neither within an order nor across the orders of a run, and also where they are booked on the same slot.',
    why: 'Reports add up impressions by this id. Two lines under one id look as if each had delivered the sum of both, and both are billed for it.',
    client: 'The client reconciles each line with the report rows of its `line_item_id`.',
    right: answerOfTwo('li-501', 'li-502'),
    wrong: answerOfTwo('li-501', 'li-501'),
    causes: [
      'The id is that of the slot, or is made from slot and order.',
      'Two lines on one slot are merged into one in the ad server.',
      'Lines are numbered within their order: 1, 2, 3, and again from 1 in the next.',
    ],
  },
  'orders.order-ids-unique': {
    plain:
      'Orders that were sent under different `order.external_ref` values have different `order_id` values. Some of the references, of over 120 characters where such are taken, differ in the case of two letters alone, or in one sign far from both ends; one begins with another. Two orders have one name.',
    why: 'Two campaigns in one container overwrite each other with the next update, and one of them disappears from the books.',
    client: 'The client uses one `order.external_ref` for the life of a campaign and a new one for each new campaign.',
    right: lines('c-17: "order_id": "o-81"', 'c-18: "order_id": "o-82"'),
    wrong: lines('c-17: "order_id": "o-81"', 'c-18: "order_id": "o-81"'),
    causes: [
      'An existing order is looked up by advertiser or by name instead of the reference.',
      'There is one collecting order for each advertiser, and everything is booked into it.',
      'The column for the reference is too short, its collation ignores case, or references are stored as slugs, so that they collide.',
      'The id is not filled in yet when the answer is made: each order gets the same one, a blank or a zero.',
    ],
  },
  'orders.any-name-and-references': {
    plain:
      'An order with the name of one that exists, and lines under long references in more than plain letters, is answered 201 or 200; where it is refused with 400, 413 or 422, a rule of business or a limit may be the reason. If it is answered otherwise, and the same with a name of its own and plain references is taken, the rule is broken.',
    why: 'People give two campaigns one name all the time. If the second cannot be booked for that, or a reference breaks the request, nobody on the other side can tell why.',
    client:
      'The client makes the name of an order from its campaign, and recognises the order by `order.external_ref` alone.',
    right: lines('c-17: "name": "Acme spring"', 'c-18: "name": "Acme spring"', '', created),
    wrong: lines(
      'c-17: "name": "Acme spring"',
      'c-18: "name": "Acme spring"',
      '',
      refused('409 Conflict', 'duplicate_name', 'An order of this name exists.'),
    ),
    causes: [
      'There is a unique index on the name of an order, or on buyer and name, and the error of the database is passed on.',
      'The ad server wants names to be unique; make them so when you hand them on, for instance by the reference.',
      'The column for the reference of a line is too short, or knows no other letters than ASCII.',
    ],
  },
} satisfies ExplanationsOf<'orders'>;
