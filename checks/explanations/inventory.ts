import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

export const inventory = {
  'inventory.answers-200': {
    plain:
      '`GET /inventory` answers 200 to a key that may read, with and without `limit`. The suite begins several readings: with `limit=200`, without it, with other limits and with `limit=1`. The very first call, that of the connect probe, counts too, whatever later ones are answered; a 429 or a 5xx there is asked again.',
    why: 'Every plan starts from this list. If one page size is refused, the platform sees no slot at all, and nothing can be booked.',
    client:
      'The first success with an array in `data` confirms `inventory_read`; the connect probe asks with `limit=1`. A 401 or 403 marks the connection as `error`.',
    right: lines('GET /api/v1/inventory?limit=23 HTTP/1.1', '', 'HTTP/1.1 200 OK'),
    wrong: lines(
      'GET /api/v1/inventory?limit=23 HTTP/1.1',
      '',
      'HTTP/1.1 400 Bad Request',
      '',
      '{ "code": "invalid_limit", "message": "limit must be one of 10, 25, 50, 100." }',
    ),
    causes: [
      'The validation of the request makes `limit` a required parameter.',
      'Only certain page sizes are allowed (10, 25, 50, 100), or the largest is 100.',
      'The endpoint hangs on a feature toggle or an optional module and answers 404 or 501 without it; or it is not there until the first call has started something up.',
      'The key lacks the read scope, which shows as 403.',
    ],
  },
  'inventory.data-is-array': {
    plain:
      'Each page is a JSON object with an array in `data`: on the last page too, in the very first answer of a run too, and as `[]` where there is nothing to list.',
    why: 'A page that cannot be read ends the reading: all slots behind it are missing from the plan, and nobody notices.',
    client: 'Only an answer with an array in `data` confirms `inventory_read`; the client takes the slots from there.',
    right: lines(
      '{',
      '  "data": [{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"] }],',
      '  "next_cursor": null',
      '}',
    ),
    wrong: '[{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"] }]',
    causes: [
      'The list stands at the top level, without an object around it; or `data` lists ids, not slots.',
      'The framework wraps lists in its own way: `content` in Spring Data, `results` in Django REST framework, `items` elsewhere.',
      'An empty list becomes null (a nil slice in Go), or a PHP array with gaps in its keys (after `array_filter`) an object: `{"0":…,"2":…}`.',
      '`Content-Length` counts characters, not bytes: with an accent in any name the JSON breaks off at its end.',
    ],
  },
  'inventory.slot-id': {
    plain: 'Each slot, on every page, carries `inventory_id` as a JSON string that is not empty.',
    why: 'Forecasts and bookings name the slot by this id. A number beyond 2^53 loses its last digits in JavaScript, and the campaign is booked on another slot.',
    client:
      'The client keeps the id as an opaque text and sends it back unchanged in `POST /forecast` and `POST /orders`.',
    right: '{ "inventory_id": "90071992547409931", "name": "Homepage top", "sizes": ["970x250"] }',
    wrong: '{ "inventory_id": 90071992547409931, "name": "Homepage top", "sizes": ["970x250"] }',
    causes: [
      'A numeric primary key or ad unit id is serialised as a number.',
      'The member is called `id`, `slotId` or `ad_unit_id`, as in your own model.',
      'Slots that were created but not yet synchronised with the delivery system have no id there, and are listed with null.',
    ],
  },
  'inventory.slot-name': {
    plain: 'Each slot has a `name`: the label, as a JSON string, that people know it by.',
    why: 'People plan with names, not with opaque ids. A slot without one is overlooked, or mistaken for another and booked in its place.',
    client: 'The client shows the name to the operator who picks the slot.',
    right: '{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"] }',
    wrong: '{ "inventory_id": "home-top", "name": null, "sizes": ["970x250"] }',
    causes: [
      'The name is optional in the database and stays null for slots that came in by import.',
      'The label has another name in your model: `title`, `label`, `ad_unit_code`.',
      'Translated names come as an object, one text for each language.',
    ],
  },
  'inventory.slot-sizes': {
    plain:
      '`sizes` is an array of texts, each made of digits, a lower-case `x` and digits, such as `300x250`. No spaces, no `×`, no units.',
    why: 'Creatives are matched with slots by these texts. A size that cannot be read makes a slot look as if no creative fitted, or lets one through that cannot be shown.',
    client: 'The client uses the list to check whether creatives fit the slot.',
    right: '{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250", "728x90"] }',
    wrong: '{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970X250", "728 x 90"] }',
    causes: [
      'Sizes are typed in by people, and come out as they went in: `970X250`, `970 × 250`, `970x250px`.',
      'The ad server keeps sizes as objects (`{"width":970,"height":250}`) and they are passed on so.',
      'All sizes are joined into one text: `"970x250,728x90"`.',
      'Flexible slots list `fluid`, `1:1` or `responsive`, and video slots have null instead of an array.',
    ],
  },
  'inventory.slot-format': {
    plain:
      '`format` may be left out. Where it is there, it is a JSON string of your choice, such as `display`; null is not one.',
    why: 'Planners group and filter slots by format. A value that is no text falls out of every group.',
    client: 'The client takes it as free text.',
    right: '{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"] }',
    wrong: lines(
      '{',
      '  "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"],',
      '  "format": null',
      '}',
    ),
    causes: [
      'The serializer writes unset members as null: Jackson without `NON_NULL`, a Go pointer without `omitempty`, Prisma or TypeORM rows passed on as they are.',
      'A slot may have several formats, and they come as an array.',
      'The format is a key into a table of your own and comes as a number.',
    ],
  },
  'inventory.slot-status': {
    plain:
      '`status` may be left out. Where it is there, it is `active` or `archived`, in lower case, and nothing else.',
    why: 'A slot that was taken out of service but looks bookable leads to reservations that will never deliver.',
    client: 'These two words are all that the client knows of the state of a slot.',
    right: lines(
      '{',
      '  "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"],',
      '  "status": "active"',
      '}',
    ),
    wrong: lines(
      '{',
      '  "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"],',
      '  "status": "ACTIVE"',
      '}',
    ),
    causes: [
      'Enum names are passed on in capitals, as Java, Prisma and Google Ad Manager write them.',
      'The states of your system are passed on without translation: `paused`, `inactive`, `deleted`.',
      'The column is unset for older slots and comes as null.',
    ],
  },
  'inventory.format-is-consistent': {
    plain:
      'One format is spelt one way on all slots. Spellings that differ only in case, spaces, hyphens or underscores count as the same format spelt twice; this is a warning, not a failure.',
    why: 'A planner who filters for `display` misses the slots that say `Display`, and their impressions stay unsold.',
    client: 'The client takes the text as it is and does not unify spellings.',
    right: lines(
      '{ "inventory_id": "home", "name": "Home", "sizes": ["970x250"], "format": "display" }',
      '',
      '{ "inventory_id": "sport", "name": "Sport", "sizes": ["970x250"], "format": "display" }',
    ),
    wrong: lines(
      '{ "inventory_id": "home", "name": "Home", "sizes": ["970x250"], "format": "display" }',
      '',
      '{ "inventory_id": "sport", "name": "Sport", "sizes": ["970x250"], "format": "Display" }',
    ),
    causes: [
      'The format is a free text field that different people filled in over the years.',
      'Slots of two systems were merged, each with names of its own (`in-stream`, `in_stream`).',
      'Some slots get their format from an enum, others from an import file.',
    ],
  },
  'inventory.cursor-form': {
    plain:
      '`next_cursor` is a string with something in it while more pages follow. On the last page it is null or not there. Numbers, `false` and empty strings break the rule.',
    why: 'This member alone says whether the list goes on. Read wrongly, it makes the client ask for pages for ever, or stop early and lose slots.',
    client: 'The client asks for another page until `next_cursor` is absent or null. An empty string is neither.',
    right: '{ "data": [], "next_cursor": null }',
    wrong: '{ "data": [], "next_cursor": "" }',
    causes: [
      'The zero value of a string in Go, or a default of "" in a DTO, is written on the last page.',
      'The cursor is an offset or a row id and is serialised as a number.',
      'PHP or Python code answers `false` where nothing follows.',
    ],
  },
  'inventory.walk-ends': {
    plain:
      'Whoever follows `next_cursor` from page to page reaches a last page. Every cursor that was given is answered with 200, and leads to slots that were not seen before. Where the last slots fill a page, the one behind it may be empty, and is answered with 200 too.',
    why: 'A list that goes round in circles keeps the platform reading without end; a cursor that breaks off hides every slot behind it.',
    client: 'The client reads on as long as a cursor is given. It has no way to notice that it goes round in circles.',
    right: lines(
      'GET /api/v1/inventory?limit=200&cursor=b2Zmc2V0OjIwMA HTTP/1.1',
      '',
      'HTTP/1.1 200 OK',
      '',
      '{',
      '  "data": [{ "inventory_id": "sport-top", "name": "Sport top", "sizes": ["970x250"] }],',
      '  "next_cursor": null',
      '}',
    ),
    wrong: lines(
      'GET /api/v1/inventory?limit=200&cursor=b2Zmc2V0OjIwMA HTTP/1.1',
      '',
      'HTTP/1.1 200 OK',
      '',
      '{',
      '  "data": [{ "inventory_id": "sport-top", "name": "Sport top", "sizes": ["970x250"] }],',
      '  "next_cursor": "b2Zmc2V0OjIwMA"',
      '}',
    ),
    causes: [
      'The query uses `>=` instead of `>` on the last key, so that the last row is served again and again.',
      'A cursor is made from the last row of every page, also where no row follows it.',
      'The parameter has another name in your API (`page_token`, `after`), so that `cursor` is ignored and every page is the first.',
      'Cursors are plain base64 and come back decoded wrongly (`+` read as a space), or are known to one machine behind the load balancer only.',
    ],
  },
  'inventory.default-limit': {
    plain: 'A request without `limit` is answered with pages of 50 slots at most. Fewer are fine.',
    why: 'The page size is agreed, so that both sides can plan for the time and memory that one answer takes. A list in one piece runs into the time limit as the inventory grows.',
    client: 'Where the client names no `limit`, it counts on 50. It gives an answer 30 seconds in all.',
    right: lines('GET /api/v1/inventory HTTP/1.1', '', 'HTTP/1.1 200 OK', '(50 slots in data, a next_cursor)'),
    wrong: lines('GET /api/v1/inventory HTTP/1.1', '', 'HTTP/1.1 200 OK', '(120 slots in data, no next_cursor)'),
    causes: [
      'The framework has a default of its own, such as 100.',
      'Paging only starts when `limit` or `cursor` is given; otherwise the whole table is served.',
      'The default holds for the first page, and pages behind a cursor fall back to the largest size.',
    ],
  },
  'inventory.limit-respected': {
    plain:
      'A page holds no more slots than `limit` says, on the first page and behind every cursor. The suite reads with `limit=1` and `limit=23`.',
    why: 'A client that asks for one slot and gets fifty cannot control what it receives, and its connect probe turns into a heavy query.',
    client: 'The connect probe asks with `limit=1` so that it stays small.',
    right: lines(
      'GET /api/v1/inventory?limit=1 HTTP/1.1',
      '',
      'HTTP/1.1 200 OK',
      '',
      '{',
      '  "data": [{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"] }],',
      '  "next_cursor": "aG9tZS10b3A"',
      '}',
    ),
    wrong: lines(
      'GET /api/v1/inventory?limit=1 HTTP/1.1',
      '',
      'HTTP/1.1 200 OK',
      '',
      '{',
      '  "data": [',
      '    { "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"] },',
      '    { "inventory_id": "sport-top", "name": "Sport top", "sizes": ["970x250"] }',
      '  ],',
      '  "next_cursor": "c3BvcnQtdG9w"',
      '}',
    ),
    causes: [
      'The query fetches one row more, to see whether a page follows, and forgets to cut it off.',
      'The parameter has another name in your API (`page_size`, `per_page`), so that `limit` is ignored.',
      'Small limits are raised to a minimum, such as 10.',
      'The page size is part of the cursor or of the session, and the `limit` of the later requests is not looked at.',
    ],
  },
  'inventory.never-more-than-200': {
    plain:
      'No page holds more than 200 slots, whatever `limit` asks for. The suite tries 201, 1000000, 0, -1, 1.5, `many` and nothing, and with a cursor 1000: both a refusal and a page of at most 200 slots are right.',
    why: 'The bound keeps a single request from putting the ad server under load, and keeps answers within the time limit.',
    client: '200 is the largest `limit` that the contract gives the client; it does not expect more.',
    right: lines('GET /api/v1/inventory?limit=1000 HTTP/1.1', '', 'HTTP/1.1 200 OK', '(200 slots in data)'),
    wrong: lines('GET /api/v1/inventory?limit=1000 HTTP/1.1', '', 'HTTP/1.1 200 OK', '(1000 slots in data)'),
    causes: [
      '`limit` goes into the query as it came.',
      'The bound of the framework is larger: 2000 in Spring Data, for example.',
      'A `limit` of 0 or -1 sends the whole list: many databases and libraries read these as no limit.',
      'The bound is checked on the first page and forgotten on the pages behind a cursor.',
    ],
  },
  'inventory.out-of-range-limit-is-handled': {
    plain:
      'A `limit` of 201, 1000000, 0, -1, 1.5, `many` or nothing is no integer from 1 to 200. It may be refused, or replaced by one that is; a 5xx, or a connection that is closed without an answer, is neither: it says that the service broke on the request.',
    why: 'A 400 says whose fault it is. After a 5xx the client tries again and again, and in the end shows the ad server as unreachable.',
    client:
      'The client sends whole numbers from 1 to 200 only. It takes a 400 for a bug and logs it, and asks again after a 5xx.',
    right: lines(
      'GET /api/v1/inventory?limit=many HTTP/1.1',
      '',
      'HTTP/1.1 400 Bad Request',
      '{ "code": "invalid_limit", "message": "limit must be a number from 1 to 200." }',
    ),
    wrong: lines(
      'GET /api/v1/inventory?limit=many HTTP/1.1',
      '',
      'HTTP/1.1 500 Internal Server Error',
      '{ "code": "internal", "message": "Something went wrong." }',
    ),
    causes: [
      'The text goes into a number parser or into SQL unchecked, and the error is not caught.',
      'A `LIMIT` of 0 or below is an error of the database, or a division by the page size fails.',
      'A very large number is more than the column, the search engine or the memory allows.',
    ],
  },
  'inventory.out-of-range-limit': {
    plain:
      'A record of what the service answers to a `limit` of 201, 1000000, 0, -1, 1.5, `many` and nothing. The contract leaves open whether such a value is refused or replaced, so other checks judge the length of the page and server errors only.',
    why: 'The record tells whether odd input is caught where it enters, before it reaches the database.',
    client: 'The client sends whole numbers from 1 to 200 only.',
    right: 'limit=201, 1000000, 0, -1, many, 1.5, nothing: status 400 (invalid_limit: 1 to 200).',
    wrong: 'limit=many: status 500.',
    causes: [
      'A 500 here: another check judges it.',
      'A page of the usual size: the framework silently falls back to its default. That is fine.',
    ],
  },
  'inventory.ids-stable': {
    plain:
      'A slot has the same `inventory_id` each time the list is read, at any page size. Slots are recognised by name, sizes and format; a change counts once a further reading confirms it.',
    why: 'Forecasts, reservations and running campaigns refer to slots by id. When ids change, a booking points at nothing, or at another slot.',
    client: 'The client keeps the id and uses it days later in `POST /forecast` and `POST /orders`.',
    right: lines(
      'first reading',
      '{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"] }',
      '',
      'second reading',
      '{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"] }',
    ),
    wrong: lines(
      'first reading',
      '{ "inventory_id": "3f1c9a", "name": "Homepage top", "sizes": ["970x250"] }',
      '',
      'second reading',
      '{ "inventory_id": "b07e42", "name": "Homepage top", "sizes": ["970x250"] }',
    ),
    causes: [
      'The id is made while the answer is built: a fresh UUID, or the position in the list.',
      'The internal id is encrypted with a random initialisation vector, so that it looks different every time.',
      'Hash ids are salted per process or per machine, and several machines answer.',
      'The slots are imported anew into the database and get new keys each time.',
    ],
  },
  'inventory.read-throughout': {
    plain:
      '`GET /inventory` is read once more at the end of a run, behind all forecasts and orders. Its first page is answered 200 with an array in `data`, as at the beginning. A 5xx counts where it lasts when asked again.',
    why: 'A list that can be read only until something is booked works on the first day and breaks on the second.',
    client: 'The client reads the list afresh whenever it plans. Without it no slot can be offered or forecast.',
    right: lines('behind the last order', 'GET /api/v1/inventory?limit=200', '', 'HTTP/1.1 200 OK'),
    wrong: lines('behind the last order', 'GET /api/v1/inventory?limit=200', '', 'HTTP/1.1 500 Internal Server Error'),
    causes: [
      'The list is joined with the bookings, and one of them (without creatives, over one day) breaks the query or what writes the answer.',
      'Connections to the database, or memory, run out in the course of a few hundred requests.',
      'A booking changes a slot into a state that the list has no word for.',
    ],
  },
  'inventory.ids-stable-throughout': {
    plain:
      'Slots have the same `inventory_id` at the end of a run, behind all forecasts and orders, as at its beginning. They are recognised by name, sizes and format. A change counts where more than a fifth of the slots, and three or more, have other ids and a third reading confirms it: a slot may come, go, or give way to another of its name.',
    why: 'Between planning and booking lie days. When ids change meanwhile, a booking points at nothing, or at another slot, even where former ids still work for a while.',
    client: 'The client keeps the id and uses it days later in `POST /forecast` and `POST /orders`.',
    right: lines(
      'before the first order',
      '{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"] }',
      '',
      'behind the last one',
      '{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"] }',
    ),
    wrong: lines(
      'before the first order',
      '{ "inventory_id": "home-top", "name": "Homepage top", "sizes": ["970x250"] }',
      '',
      'behind the last one',
      '{ "inventory_id": "home-top.v2", "name": "Homepage top", "sizes": ["970x250"] }',
    ),
    causes: [
      'The id carries a version or a revision, which grows when something is booked or deployed.',
      'The slots are imported anew into the database and get new keys each time.',
      'The id follows a state of the slot, such as whether it is booked.',
    ],
  },
  'inventory.no-slot-twice': {
    plain:
      'No `inventory_id` appears twice between the first and the last page of one reading. A repetition counts once it is seen again in a further reading, since live lists move.',
    why: 'A slot that is listed twice is planned twice: its impressions look like double the supply and are sold double. What fell off the page in its place is not sold at all.',
    client: 'The client takes each element of `data` for one bookable slot.',
    right: lines('page 1: home-top, news-top', 'page 2: sport-top, video-top'),
    wrong: lines('page 1: home-top, news-top', 'page 2: news-top, video-top'),
    causes: [
      'The query has no `ORDER BY`, or sorts by a column that is not unique (name, date), so that rows change places between pages.',
      'Offset paging that is off by one: the next page starts with the last row of this one.',
      'A join with sizes, sites or placements yields one row for each of them, and all are listed, often on the same page.',
      'Two sources are merged and a slot exists in both, or two slots have the same id.',
    ],
  },
  'inventory.same-at-every-page-size': {
    plain:
      'Small pages lead through the same slots as large ones. The suite compares the list in pages of 200 with readings in other sizes; only a difference that shows again counts.',
    why: 'Slots that fall between two pages can be neither seen nor sold, and which ones they are depends on the page size.',
    client: 'The client reads to the last page and takes what it read for the whole inventory.',
    right: lines('limit=200: 120 slots on 1 page', 'limit=23:  120 slots on 6 pages'),
    wrong: lines('limit=200: 120 slots on 1 page', 'limit=23:  115 slots on 6 pages'),
    causes: [
      'The cursor is made from the row behind the page and the next query asks for what comes after it: one slot is lost at every cut.',
      'The cursor holds a page number or an offset counted in pages of 50, whatever `limit` says.',
      'Rows are filtered after they were cut into pages, and an empty page ends the list; or a filter depends on `limit`.',
      'Paging by a time stamp or name that several slots share skips those with an equal value; or the test for a further page is off by one, and a single slot that is left gets lost.',
    ],
  },
  'inventory.unknown-cursor': {
    plain:
      'A record of what the service answers to a cursor that it never gave out. The contract does not say what is right, so nothing is judged.',
    why: 'It helps when a reading breaks off in production: one sees how the service reacts to a cursor that it does not know or that is too old.',
    client: 'The client sends only cursors that it received, exactly as they came.',
    right: 'status 400 (invalid_cursor: This cursor is not known.).',
    wrong: 'status 500.',
    causes: [
      'A 500 here: the cursor is decoded (base64, JSON, a number) without a check, and the error is not caught. Not judged, yet worth a look.',
      'A 200 with the first page: unknown cursors are ignored. A cursor that was damaged on its way then starts the list anew.',
      'A 200 with an empty page: the cursor is compared as text and nothing comes after it.',
    ],
  },
} satisfies ExplanationsOf<'inventory'>;
