import { answer, error, messages, saved } from './example.ts';
import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

const BOOKED = saved('o-81', ['L-1', 'li-512'], ['L-2', 'li-513']);
const NEW_LINES = saved('o-81', ['L-1', 'li-514'], ['L-2', 'li-515']);
const NEW_ORDER = saved('o-90', ['L-1', 'li-601'], ['L-2', 'li-602']);

/** What an order is answered when it is made, and when the change named is asked for. */
const after = (change: string, ...rest: Parameters<typeof answer>) =>
  messages(lines('# campaign C-7 is booked', answer(201, BOOKED)), lines(`# ${change}`, answer(...rest)));

/** The report over a line that was updated. */
const reportAfter = (row: string) =>
  messages(
    lines('# li-512 was updated', 'POST /api/v1/reports', '{"line_item_ids": ["li-512"]}'),
    answer(200, '{"rows": [', `  ${row}`, ']}'),
  );

const RECONCILED =
  'The client reconciles delivery by the `line_item_id` it once saved, and expects that very id in every later answer for the line.';

export const updates = {
  'updates.answers-200': {
    plain:
      'A request with a fresh key whose `order.external_ref` you know already changes that order in place: 200, not 201 and not a refusal. A rename, another goal and sending the same once more must go through, and so must a goal that was raised and is lowered to what it was at first; other edits may be refused with 422 where a business rule forbids them.',
    why: 'Campaigns change after they were booked: names, goals, creatives that get approved late. If an update is refused or makes a new order, the console and the approved plan drift apart.',
    client:
      'It sends the whole campaign again under a new key, on a manual re-push or when a creative is approved, and reads 200 as: the existing order was changed.',
    right: after('the same references under a new key, with another name', 200, BOOKED),
    wrong: after(
      'the same references under a new key, with another name',
      409,
      error('duplicate_order', 'An order with the reference C-7 exists.'),
    ),
    causes: [
      'A unique constraint on the order reference turns each update into a 409, a 422 or a 500; one on line references that ignores case does so with an added line.',
      'The endpoint knows how to create only (updates were planned for a `PUT` or `PATCH`), or the framework answers every success with 201.',
      'Orders are found by the idempotency key, which is another one with every update.',
      'The column or the model holds one country, and a line for two ends in a 500.',
    ],
  },
  'updates.rename-keeps-ids': {
    plain:
      'When only `order.name` changes, `order_id` and every `line_item_id` stay what they were. Ids that the first update changes whatever it is about are told here; the other kinds of edit then wait for this check.',
    why: 'Names are for people and change often. Were an id tied to the name, a typo that somebody corrects would cut the campaign off from its delivery.',
    client: RECONCILED,
    right: after('renamed', 200, BOOKED),
    wrong: after('renamed', 200, NEW_ORDER),
    causes: [
      'The order is looked up by its name, since names are unique in the ad server behind the adapter.',
      'Ids are slugs or hashes made from the name.',
      'A new name makes the adapter archive the old order and copy it.',
    ],
  },
  'updates.goal-keeps-ids': {
    plain: 'When the `goal_impressions` of the lines change, the lines are the same lines and keep their ids.',
    why: 'A lowered or raised goal is the everyday correction of a running booking. With new line ids, what was delivered before and after it no longer adds up to one line.',
    client: RECONCILED,
    right: after('lower goals', 200, BOOKED),
    wrong: after('lower goals', 200, NEW_LINES),
    causes: [
      'The ad server behind the adapter does not let a reserved goal be changed, so the line is cancelled and booked again.',
      'Lines are replaced as a whole: `DELETE FROM line_items WHERE order_id = ?`, then inserts.',
      'The ORM treats the list of lines as owned values and recreates them on each save (`orphanRemoval`, `ElementCollection`, nested attributes without ids).',
    ],
  },
  'updates.flight-keeps-ids': {
    plain: 'Moving the start or the end of a flight, to earlier or later days, leaves all ids as they are.',
    why: 'Campaigns get prolonged and postponed. The days delivered before the change have to stay with the same line.',
    client: RECONCILED,
    right: after('a flight that ends two days later', 200, BOOKED),
    wrong: after('a flight that ends two days later', 200, NEW_LINES),
    causes: [
      'A line is identified by slot and dates, so other dates are another line.',
      'A reservation for other days is a new reservation in the inventory system, and its number serves as the line id.',
      'Lines are deleted and inserted anew with every update.',
    ],
  },
  'updates.geo-keeps-ids': {
    plain: 'Adding, changing or lifting the countries in `targeting.geo` leaves all ids as they are.',
    why: 'Targeting is refined while a campaign is prepared. A line that is swapped for another one because of it drops out of the reports.',
    client: RECONCILED,
    right: after('targeted at US', 200, BOOKED),
    wrong: after('targeted at US', 200, NEW_LINES),
    causes: [
      'A line is identified by slot, country and month, the way it is priced, and not by its `external_ref`.',
      'Targeting is immutable in the ad server behind the adapter, which therefore clones the line.',
      'Lines are deleted and inserted anew with every update.',
    ],
  },
  'updates.sizes-keeps-ids': {
    plain:
      'Booking another of the slot’s sizes on a line leaves all ids as they are. Where the slot lists one size only, the check does not apply.',
    why: 'The size is settled when the creatives arrive, long after the booking. The line that was booked and the line that delivers must be one.',
    client: RECONCILED,
    right: after('300x600 in place of 300x250', 200, BOOKED),
    wrong: after('300x600 in place of 300x250', 200, NEW_LINES),
    causes: [
      'Each size is a placement of its own in the ad server, and the placement’s id is handed out as the line id.',
      'The size is part of the unique key by which lines are found.',
      'Lines are deleted and inserted anew with every update.',
    ],
  },
  'updates.creative-keeps-ids': {
    plain:
      'Lines can be booked without creatives. When one is approved, it comes in an update, and the lines that it is attached to keep their ids. So they do where creatives are taken off again, and where an update does not name them; either may be refused with 422, the latter with 400 or 409 as well.',
    why: 'Nearly every campaign goes this way: booked first, creative later. If attaching one changes the ids, nearly every campaign loses its reports.',
    client:
      'It sends the campaign again with `creatives` filled in, under a new key and the same references, and reconciles by the ids from the first answer.',
    right: after('with a creative on each line', 200, BOOKED),
    wrong: after('with a creative on each line', 200, NEW_LINES),
    causes: [
      'A line without creatives is kept as a placeholder of another kind, which is exchanged once there is something to serve.',
      'The id that is returned is that of the line-creative association.',
      'Lines are deleted and inserted anew with every update.',
    ],
  },
  'updates.added-line-keeps-ids': {
    plain:
      'When a line is added to an order, those that were there keep their ids. The run sends the new line first, so that the old ones change places, under a reference that differs from one of theirs in the case of one letter. Another update names a new line alone: it belongs to the same order, and is answered 200 where lines may be left out at all.',
    why: 'Campaigns grow by a month or a country. If ids follow the place in the list, the delivery of one line is from then on credited to another, and nothing looks wrong.',
    client: 'It matches the lines of an answer by `external_ref` and reconciles each by its saved `line_item_id`.',
    right: after(
      'with L-0 as the first of three lines',
      200,
      saved('o-81', ['L-0', 'li-514'], ['L-1', 'li-512'], ['L-2', 'li-513']),
    ),
    wrong: after(
      'with L-0 as the first of three lines',
      200,
      saved('o-81', ['L-0', 'li-512'], ['L-1', 'li-513'], ['L-2', 'li-514']),
    ),
    causes: [
      'Lines are matched with what is stored by their index (`lines[i]`, or `zip` of the two lists).',
      'Line ids are made of the order id and a running number: `o-81-1`, `o-81-2`.',
      'A change in the number of lines makes the adapter write all of them anew.',
      'References are compared without regard to case, or cut off, and the new line is taken for an old one.',
    ],
  },
  'updates.re-push-keeps-ids': {
    plain:
      'When the campaign is sent again under a new key with nothing changed in it, nothing changes: same order, same lines, same ids.',
    why: 'Operators push a campaign again whenever they are not sure that it arrived. This has to be harmless, or the cautious ones book double.',
    client:
      'A manual re-push is exactly this request. From the answer the client recovers ids that it may have missed before.',
    right: after('sent again under a new key, nothing changed', 200, BOOKED),
    wrong: after('sent again under a new key, nothing changed', 200, NEW_ORDER),
    causes: [
      'Only the idempotency key protects from duplicates; another key makes another order.',
      'Orders are recognised by a checksum of the request, and the key is part of it.',
      'Lines are deleted and inserted anew with every update, even one that changes nothing.',
    ],
  },
  'updates.advertiser-keeps-ids': {
    plain:
      'When `advertiser.external_ref` appears or changes while the advertiser’s name stays, order and lines keep their ids. Refusing this edit with 422 is allowed.',
    why: 'The client may learn or correct its own number for a buyer at any time. That says nothing about the booking and must not touch it.',
    client: RECONCILED,
    right: after('with an advertiser.external_ref', 200, BOOKED),
    wrong: after('with an advertiser.external_ref', 200, NEW_ORDER),
    causes: [
      'Advertisers are looked up by `external_ref` first, so a second advertiser is created, and a second order under it.',
      'Orders are unique per advertiser and reference, and the advertiser is now another one.',
    ],
  },
  'updates.buyer-keeps-ids': {
    plain:
      'When `advertiser.name` changes for an order that exists, the order is still recognised by `order.external_ref`, and all ids stay. Refusing this edit with 422 is allowed.',
    why: 'Buyers get renamed and misspelt names corrected. A second order under the corrected name would double the booking.',
    client: RECONCILED,
    right: after('"Acme Inc." in place of "Acme"', 200, BOOKED),
    wrong: after('"Acme Inc." in place of "Acme"', 200, NEW_ORDER),
    causes: [
      'Orders are looked up within the advertiser that the request names, as the hierarchy of the ad server suggests.',
      'The unique key is (advertiser, order reference).',
      'An order cannot change its advertiser in the ad server behind the adapter, which copies it to the new one.',
    ],
  },
  'updates.slot-keeps-ids': {
    plain:
      'When the `inventory_id` of a booked line changes, it is still the line of that `external_ref` and keeps its id. Refusing such a move with 422 is allowed; taking it under another id is not. Of a move that is refused, up to two other slots are tried. Where no order was taken on a second slot, the check does not apply.',
    why: 'A placement is swapped when a page is redesigned or a slot is sold out. The line that was approved and the one that delivers must be one, or its delivery is reconciled with nothing.',
    client: RECONCILED,
    right: after('on sport-top in place of home-top', 200, BOOKED),
    wrong: after('on sport-top in place of home-top', 200, NEW_LINES),
    causes: [
      'A line is identified by order and slot, so another slot is another line.',
      'The id of the placement, or of the reservation on the slot, is handed out as the line id.',
      'Moving a line is not possible in the ad server behind the adapter, which deletes it and books anew instead of answering 422.',
    ],
  },
  'updates.series-keeps-ids': {
    plain:
      'Several updates in a row, with the lines in reversed order each time, leave the ids as they were before the first of them. The first changes two things at once, the name of the order and the goal of a line; another the name, and the goal and the flight of one line.',
    why: 'Each edit on its own may work while the combination does not: an id can survive one change and get lost with the second, or move to its neighbour when the lines change places.',
    client:
      'It does not keep the lines in any particular order, and edits a campaign as often as its people do. The first ids have to hold to the end.',
    right: after('renamed, and the lines in reversed order', 200, saved('o-81', ['L-2', 'li-513'], ['L-1', 'li-512'])),
    wrong: after('renamed, and the lines in reversed order', 200, saved('o-81', ['L-2', 'li-512'], ['L-1', 'li-513'])),
    causes: [
      'Lines are matched by their place in the request.',
      'Each update writes a new version, and the version’s row id is handed out.',
      'A lookup table from reference to id is filled when the order is created, and overwritten by updates with other values.',
    ],
  },
  'updates.added-line-gets-new-id': {
    plain:
      'The line that an update adds is a new line: its `line_item_id` is one that no other line has, though it may share the slot with some.',
    why: 'Two lines with one id cannot be told apart in a report, and neither goal can be reconciled.',
    client: 'It saves the new id for the new reference, and from then on looks for rows of both lines in the report.',
    right: after(
      'with a third line L-3 on the slot of L-1',
      200,
      saved('o-81', ['L-1', 'li-512'], ['L-2', 'li-513'], ['L-3', 'li-514']),
    ),
    wrong: after(
      'with a third line L-3 on the slot of L-1',
      200,
      saved('o-81', ['L-1', 'li-512'], ['L-2', 'li-513'], ['L-3', 'li-512']),
    ),
    causes: [
      'Lines are found by slot, or by slot and flight, and the new one meets an old one there.',
      'The adapter merges lines on one slot into one line of the ad server.',
      'Line ids are numbered anew in each request.',
    ],
  },
  'updates.every-line-once': {
    plain:
      'The answer to an update lists each line that was sent exactly once: the changed ones, the unchanged ones and the new ones. References are compared exactly: `Line-image` and `Line-imagE` are two lines, and so are `Line-US-1` and `Line-US-2`. A line that was never sent is not listed.',
    why: 'A line that is missing in the answer leaves the client without its id. A line that is there twice was most likely booked twice.',
    client:
      'It fills in the `line_item_id` for every pending `external_ref` from this answer, and has no other call to ask by.',
    right: after('with a new name for the order', 200, BOOKED),
    wrong: after('with a new name for the order', 200, saved('o-81', ['L-1', 'li-512'])),
    causes: [
      'The answer lists only those lines that the update has changed.',
      'Lines are inserted once more beside the old ones, or a join with creatives or sizes returns a line once for each of them.',
      'The list of lines is served from a cache or read replica of before the update.',
      'References are compared without regard to case (the default collation of MySQL and SQL Server), without a number at their end, or only as far as a short column reaches: two lines become one.',
    ],
  },
  'updates.retries-after-each-kind': {
    plain:
      'An update of a goal, of targeting, of sizes, of the advertiser and one that adds a line are each repeated literally, and behind each the request that made the order. That is repeated as well right behind an update that leaves a line out: the answer names this line too. All are answered 200 with the ids of before.',
    why: 'An answer can get lost behind any update. A retry that adds the line again books it twice; one that is refused leaves the operator with a campaign of which nobody knows whether it was changed.',
    client:
      'It repeats a request whose answer got lost as it was, under the same key, and takes what comes for the result.',
    right: after('with a line L-2 more, sent twice under one key', 200, BOOKED),
    wrong: after(
      'with a line L-2 more, sent twice under one key',
      200,
      saved('o-81', ['L-1', 'li-512'], ['L-2', 'li-640']),
    ),
    causes: [
      'Keys are kept for new orders, or for renames, and not where lines are written.',
      'A repeat of an earlier request is compared with the order as it is now, and refused as out of date.',
      'The update is carried out again, and what it adds is added again.',
    ],
  },
  'updates.line-added-at-once': {
    plain:
      'Three updates that add the same line arrive at the same moment, each under a key of its own. All are answered 200, and all name one id for the new line, and the ids of before for the others.',
    why: 'The goal of a line that was created twice is booked twice, and one of the two ids is known to nobody.',
    client:
      'A retry goes out while the first request may still be running, and an operator can press the button at that very moment. One id per reference is all that it saves.',
    right: messages(
      lines('# L-2 is added, three times at once', answer(200, BOOKED)),
      answer(200, BOOKED),
      answer(200, BOOKED),
    ),
    wrong: messages(
      lines('# L-2 is added, three times at once', answer(200, BOOKED)),
      answer(200, BOOKED),
      answer(200, saved('o-81', ['L-1', 'li-512'], ['L-2', 'li-514'])),
    ),
    causes: [
      'There is a unique constraint on the order reference, but none on the references of its lines.',
      'Each request reads the lines, finds one missing and inserts it; no lock is held on the order meanwhile.',
      'An update deletes the lines and inserts them anew: one that reads in between finds none, and gives new ids to all.',
      'The lock is taken on the idempotency key, so calls under other keys pass by it.',
    ],
  },
  'updates.left-out-keeps-ids': {
    plain:
      'An update names the first line of an order only. Where it is taken, the order and that line have the ids of before. Refusing it is allowed, with 422, 400 or 409.',
    why: 'The line that is named has not changed. An id that changes with the number of lines in a request cuts the line off from its reports.',
    client: 'It keeps one `line_item_id` per `external_ref` for the life of the campaign, and asks for reports by it.',
    right: messages(
      lines('# campaign C-7 is booked', answer(201, BOOKED)),
      lines('# with L-1 alone', answer(200, saved('o-81', ['L-1', 'li-512']))),
    ),
    wrong: messages(
      lines('# campaign C-7 is booked', answer(201, BOOKED)),
      lines('# with L-1 alone', answer(200, saved('o-81', ['L-1', 'li-514']))),
    ),
    causes: [
      'A change in the number of lines makes the adapter delete all of them and write them anew.',
      'Ids are made of the position of a line, or of how many there are.',
    ],
  },
  'updates.left-out-line-keeps-id': {
    plain:
      'An update names the first line of an order only, the next one names all of them again: each has the `line_item_id` of before. Refusing the shorter update is allowed, with 422, 400 or 409.',
    why: 'A line stays booked until a person removes it in the console; the contract has no request that does. If leaving a line out deletes it, one incomplete push cuts it off from its reports, although it is back with the next.',
    client:
      'It keeps one `line_item_id` per `external_ref` for the life of the campaign, and recovers it by that reference when an answer was lost.',
    right: messages(
      lines('# campaign C-7 is booked', answer(201, BOOKED)),
      lines('# with L-1 alone', answer(200, saved('o-81', ['L-1', 'li-512']))),
      lines('# with L-1 and L-2', answer(200, BOOKED)),
    ),
    wrong: messages(
      lines('# campaign C-7 is booked', answer(201, BOOKED)),
      lines('# with L-1 alone', answer(200, saved('o-81', ['L-1', 'li-512']))),
      lines('# with L-1 and L-2', answer(200, saved('o-81', ['L-1', 'li-512'], ['L-2', 'li-514']))),
    ),
    causes: [
      'The lines of the request replace those of the order, as with a `PUT`; a collection with `orphanRemoval` deletes the rest.',
      'A line that is left out is archived, and the lookup by `external_ref` passes archived lines by.',
    ],
  },
  'updates.takes-creatives': {
    plain:
      'A creative in an update is taken just as it is with a new order: the same shape, in the same size, on the same slot. The check applies where a new order with such a creative was taken.',
    why: 'Most campaigns are booked before their creatives are approved. Where a line takes them at its creation only, it stays empty for good.',
    client:
      'When a creative is approved it sends the campaign once more, with the creative on the line that was booked.',
    right: after('with a creative on each line', 200, BOOKED),
    wrong: after(
      'with a creative on each line',
      422,
      error('invalid_value', 'Creatives have to be given with the booking.'),
    ),
    causes: [
      'Creatives are attached by the code that creates lines, and updates are not prepared for them.',
      'An update with a member that may not change is refused as a whole, and `creatives` counts as one.',
    ],
  },
  'updates.rename-of-several-lines': {
    plain:
      'An order of two lines, one of them with a creative, gets another name: the same references under a new key. The answer is 200; a 422 with a message is tolerated and noted.',
    why: 'Most campaigns have several lines, and creatives on some of them. An update that works for plain orders only leaves just those campaigns as they were.',
    client: 'It sends the whole campaign again, lines and creatives as they are, whatever it is that has changed.',
    right: after('with another name', 200, BOOKED),
    wrong: after('with another name', 409, error('creative_exists', 'This creative exists.')),
    causes: [
      'Creatives are inserted anew with each update, which ends in a unique constraint.',
      'Lines are matched with their creatives by position, and one line has none.',
      'The update of the order waits for a lock that the update of a line holds.',
    ],
  },
  'updates.large-values-are-handled': {
    plain:
      'An update with a goal of 40,000 impressions, three countries and a creative of over 2,000 characters is answered 200, or 422 where a business rule forbids one of them. So are an update with a goal of 3,000,000,000, and, with 201, a new order whose name and advertiser have 200 characters each. Only an error of the server is judged, or no answer at all; of the huge goal also 409, which is for keys; and whether the updates that are taken are answered with the ids of before.',
    why: 'Such values are everyday: campaigns run to millions of impressions, and tags carry long addresses. If a column or a field of the ad server behind it is too small, bookings fail one by one, after all tests with small numbers have passed.',
    client:
      'It takes 5xx for passing trouble and sends the same request again and again, while a 422 would tell the operator what to change.',
    right: after('with a goal of 40,000', 200, BOOKED),
    wrong: after('with a goal of 40,000', 500, error('internal_error', 'value out of range for type smallint')),
    causes: [
      'The goal is kept in 16, 24 or 32 bits, or computed with in a type that overflows.',
      'Names are kept in a column of 100 or 128 characters, tags and addresses in one of 255 or 1,000, countries in one for two.',
      'The ad server behind it has limits of its own, and its refusal ends in a 500, or as a conflict in a 409.',
      'Beyond some goal the line becomes one of another kind, and is created anew.',
    ],
  },
  'updates.impossible-values-are-422': {
    plain:
      'An update is checked like a new order. If it moves a flight so that it ends before it starts, or asks for a size that the slot does not list, answer 422.',
    why: 'A line with an impossible flight or size cannot deliver. Found out at once it is a typo, found out later it is a missed goal.',
    client:
      'It shows the message of the 422 to the operator, who then knows that nothing was changed and what to correct.',
    right: after('a flight from 31 March to 1 March', 422, error('invalid_flight', 'L-1 ends before it starts.')),
    wrong: after('a flight from 31 March to 1 March', 200, BOOKED),
    causes: [
      'Validation hangs on the create path (`on: :create`, a validation group, the constructor) and is not run for updates.',
      'Dates are validated one at a time, and never against each other.',
      'The database constraint catches it, and shows it as a 500.',
    ],
  },
  'updates.unknown-slot-is-404': {
    plain:
      'If an update adds a line on an `inventory_id` that does not exist, answer 404, as for a new order. A booked line cannot be moved there either: 404, or 422 where no line may leave its slot.',
    why: 'A line on a slot that is not there can never deliver; the campaign would look complete and fall short.',
    client: 'It skips and reports the item with the unknown slot. For that it has to be told with 404.',
    right: after(
      'with a line on a slot that does not exist',
      404,
      error('unknown_inventory', 'There is no slot top-banner-9.'),
    ),
    wrong: after(
      'with a line on a slot that does not exist',
      200,
      saved('o-81', ['L-1', 'li-512'], ['L-2', 'li-513'], ['L-3', 'li-514']),
    ),
    causes: [
      'Slots are looked up when an order is created; an update copies the id without a look.',
      'A line whose slot is not found is dropped without a word, and the rest is answered 200.',
      'The foreign key catches it, and the violation is mapped to 422, 409 or 500.',
    ],
  },
  'updates.refused-leaves-order-alone': {
    plain:
      'Some updates of an order are refused, with 422, 404 and 400. The next one, which sends the order as it was, is answered 200 with the same `order_id` and the same `line_item_id` for each line.',
    why: 'An operator who mistypes a flight gets a 422, corrects it and sends again. If the refused request has deleted or renewed anything, the corrected one meets another order, and its delivery is lost to the reports.',
    client: 'It takes a refusal to mean that nothing was changed, and keeps the ids it has.',
    right: messages(
      lines(
        '# campaign C-7 with a flight from 31 March to 1 March',
        answer(422, error('invalid_flight', 'L-1 ends before it starts.')),
      ),
      lines('# as it was before', answer(200, BOOKED)),
    ),
    wrong: messages(
      lines(
        '# campaign C-7 with a flight from 31 March to 1 March',
        answer(422, error('invalid_flight', 'L-1 ends before it starts.')),
      ),
      lines('# as it was before', answer(200, NEW_LINES)),
    ),
    causes: [
      'Lines are deleted first and inserted one by one; a bad one ends the request, and nothing is rolled back.',
      'The update is written and then judged, each in a transaction of its own.',
      'What was refused is cleaned up by the reference of the order, which takes what was booked along.',
    ],
  },
  'updates.reports-keep-their-form': {
    plain:
      'After the updates the run asks for the report once more, over all lines, those that an update has added included. It is answered 200 as before, and every row has its four members in the same form. What is wrong before any update is told by the checks on reports.',
    why: 'Most campaigns are edited before they run. A report that holds only for lines nobody has touched breaks for nearly all of them.',
    client: 'It asks for reports over whatever it has booked, and does not tell edited lines from others.',
    right: reportAfter('{"line_item_id": "li-512", "date": "2027-03-01", "impressions": 0, "clicks": 0}'),
    wrong: reportAfter('{"line_item_id": "li-512", "date": "2027-03-01", "impressions": 0, "clicks": null}'),
    causes: [
      'An update leaves a second version of the line, and the join of the report meets none or two of them.',
      'A counter is reset to null in place of 0 when a line is saved again.',
      'The report reads a member that only new lines have, and fails on the others.',
    ],
  },
  'updates.draft-still-has-no-delivery': {
    plain:
      'A line that was updated is a draft as before. The report after the updates has no row of it with `impressions` or `clicks` above 0, nor one of a line that an update has added.',
    why: 'A creative that arrives is the moment at which many ad servers start a line on their own. Then a campaign runs that nobody has approved. When the run sees this it stops creating orders at once, and the first line of the report says so.',
    client: 'It sends creatives and other edits at any time, and relies on nothing going live by that.',
    right: messages(
      lines('# a creative came for li-512', 'POST /api/v1/reports', '{"line_item_ids": ["li-512"]}'),
      answer(200, '{"rows": []}'),
    ),
    wrong: messages(
      lines('# a creative came for li-512', 'POST /api/v1/reports', '{"line_item_ids": ["li-512"]}'),
      answer(
        200,
        '{"rows": [',
        '  {"line_item_id": "li-512", "date": "2027-03-01", "impressions": 7, "clicks": 0}',
        ']}',
      ),
    ),
    causes: [
      'A line becomes ready, or active, in the ad server as soon as it has a creative.',
      'Saving a line again puts it back to the default status of its type, which serves.',
      'A line that an update adds is made by another piece of code, which does not make drafts.',
      'The counters of a changed flight or goal are filled with what was expected to be delivered.',
    ],
  },
  'updates.reports-keep-ids': {
    plain:
      'Lines that the report named before the updates are named by the same `line_item_id` after them. The check applies where drafts are reported, with 0, and no other lines besides.',
    why: 'Delivery is reconciled by this id alone. An answer to the order that keeps it is worth nothing if the report speaks of another one.',
    client: RECONCILED,
    right: reportAfter('{"line_item_id": "li-512", "date": "2027-03-01", "impressions": 0, "clicks": 0}'),
    wrong: reportAfter('{"line_item_id": "li-512-v2", "date": "2027-03-01", "impressions": 0, "clicks": 0}'),
    causes: [
      'Every update writes a new version of the line, and the report is made over versions.',
      'The line is booked anew in the ad server behind the adapter, which hides that in the answer to the order but not in the report.',
    ],
  },
} satisfies ExplanationsOf<'updates'>;
