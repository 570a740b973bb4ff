import { answerInWords } from '../../../src/causes/answer.ts';
import { cut } from '../../../src/text/cut.ts';
import { labelOfStatus } from '../../../src/contract/connection-label.ts';
import { answerOf, describe, expect, violation, otherAnswer, unexpected } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive } from '../../../src/engine/signal.ts';
import { isDenied, isSuccess, type Reply } from '../../../src/http/reply.ts';
import { accountContext } from '../../../src/schema/generated/validators.js';
import { baseAddress } from '../../givens.ts';
import { rulesOfAddress, validHttpOf } from '../../address-rules.ts';
import { expectMarkedJson, valueAt } from '../../json.ts';
import { isAdServer, isOwn } from '../readers/answers.ts';
import { notAPage } from '../readers/inventory-walk.ts';
import {
  certificateSeen,
  firstReplies,
  healthProbe,
  healthReplies,
  inventoryProbe,
  lookup,
  otherWay,
} from './requests.ts';
import { access, connection } from '../records.ts';
import { duplicateMember, mayNameTwice } from '../../../src/text/duplicate-members.ts';

export const certificateIsValid = rulesOfAddress(connection, {
  base: baseAddress,
  certificate: certificateSeen,
  sections: { https: 'ad-server §5 rule 5', version: 'ad-server §9' },
  weight: 'connection',
});

connection.rule({
  id: 'connection.public-address',
  section: 'ad-server §4.1',
  requirement: 'The host resolves to public addresses only.',
  problem: 'The host resolves to a non-public address',
  weight: 'connection',
  fix: 'Remove every private, loopback or internal address from the public DNS records of this host. Names may resolve differently inside your own network: run the suite from outside.',
  relaxation: 'local',
  of: { lookup },
  judge: ({ lookup: { addresses, error, proxy } }, note) => {
    if (error !== undefined) inconclusive(`The host could not be looked up: ${error}`);
    const hidden = addresses.filter((address) => !address.public);
    if (hidden.length > 0)
      violation({
        expected: 'public addresses only',
        actual: hidden.map(({ address, range }) => `${address} (${range})`).join(', '),
        replies: [],
      });
    if (proxy !== undefined) note(`Judged by a separate lookup: the proxy ${proxy} resolves the host by itself.`);
  },
});

export const serviceAnswers = connection.rule({
  id: 'connection.service-answers',
  section: 'ad-server §3',
  requirement: 'The service answers at its base address.',
  problem: 'The service does not answer',
  weight: 'connection',
  fix: 'Check that the address is right, that the service is running, and that no firewall blocks this machine.',
  of: { replies: firstReplies },
  judge: ({ replies }, note) => {
    for (const reply of Object.values(replies))
      if (reply.status === null) note(`GET /${reply.endpoint} was not answered.`);
  },
});

export const keyAccepted = connection.rule({
  id: 'connection.key-accepted',
  section: 'ad-server §5 rule 1',
  requirement: 'The API key, sent as a bearer token, is accepted.',
  problem: 'The API key is refused',
  weight: 'connection',
  fix: 'Check that the key is complete, current and made for this environment. If it is, find out why the service refuses `Authorization: Bearer <key>`: it may expect another scheme (`Token`, `Basic`) or another header, or not see this one: Apache hands `Authorization` on to PHP and CGI only with `CGIPassAuth On`.',
  of: { replies: firstReplies, other: otherWay },
  judge: ({ replies: { health, inventory }, other }) => {
    if (health.unreadable !== undefined && inventory.unreadable !== undefined) blockedBy({ id: health.unreadable });
    if (![health, inventory].every(isDenied)) return;
    violation({
      expected: 'the key to be accepted',
      actual: `${describe(health)} from GET /health, ${describe(inventory)} from GET /inventory`,
      what: `GET /health answers ${answerInWords(answerOf(health), '', '')}. The client shows ${clientLabel(health)}.`,
      ...(other !== null && { slip: 'other-scheme', more: `It accepts \`${other.way}\`.` }),
      ...(other === null && [health, inventory].every(missesKey) && { fix: FIX_OF_LOST }),
      replies: [...(other === null ? [] : [other.reply]), inventory, health],
    });
  },
});

const FIX_OF_LOST =
  'By its message, the service got no key, and one was sent. Find out where `Authorization` gets lost: Apache hands it on to PHP and CGI only with `CGIPassAuth On`, nginx drops it with `proxy_set_header Authorization ""` or `fastcgi_pass_request_headers off`, and a gateway may keep it for itself. If a wrong key gets the same answer, check that yours is complete, current and made for this environment.';

/** Whether a 401 says that there was no key, and not that it was wrong. */
function missesKey(reply: Reply): boolean {
  const said = valueAt(reply, 'message');
  return reply.status === 401 && typeof said === 'string' && NO_KEY.test(said) && !WRONG_KEY.test(said);
}

const NO_KEY =
  /\b(?:missing|no) (?:api |bearer |access )?(?:key|token|authorization|credentials?)\b|\b(?:key|token|authorization|credentials?)(?: header)?(?: is| was)? (?:missing|required|not (?:provided|given|sent|set|present))/i;
const WRONG_KEY =
  /invalid|wrong|unknown|expired|revoked|not valid|no longer|recogni|exist|match|incorrect|permission|access to/i;

export const keyAcceptedThroughout = connection.everyAnswer({
  id: 'connection.key-accepted-throughout',
  ofWholeRun: true,
  section: 'ad-server §5 rule 1',
  requirement: 'The API key is accepted with every request, not only with most of them.',
  problem: 'The API key is refused now and then',
  weight: 'connection',
  fix: 'Make sure that every machine behind this address knows the key, reads `Authorization` and looks keys up in the same place, and that nothing locks it, or this address, out during the run: a request limit, a quota, or an expired session.',
  of: { access },
  concerns: (reply, own) => isAdServer(reply) && own && (reply.status !== null || reply.failure?.reason === 'denied'),
  judge: (reply) => {
    const { reason, message = '' } = reply.failure ?? {};
    if (reason === 'denied')
      violation({ expected: 'the key to be accepted, as before', actual: message, what: message, replies: [reply] });
    const denied = reply.denied.find((each) => each.excuse === undefined);
    if (denied !== undefined && !isDenied(reply))
      unexpected(denied, `status ${reply.status}, as when the same request was sent again`);
  },
});

connection.everyAnswer({
  id: 'connection.endpoints-stay-up',
  ofWholeRun: true,
  section: 'ad-server §7',
  requirement:
    'An endpoint that has answered keeps answering as long as the others do, and no request brings the service down.',
  problem: 'An endpoint that has answered stops answering',
  weight: 'connection',
  fix: 'Check your log for errors of this endpoint from that time on: a request may end the process, the endpoint may fail on something that was booked meanwhile, or a connection pool, a database or a disk ran out. A pool runs dry after many calls if one kind of call never gives its connection back.',
  provokedBy: { replies: firstReplies },
  concerns: isAdServer,
  judge: (reply) => {
    const { reason, message = '' } = reply.failure ?? {};
    if (reason === 'down' || reason === 'fatal' || reason === 'hanging')
      violation({
        expected: 'an answer, as before',
        actual: message,
        what: message,
        slip: reason === 'hanging' ? 'left-open' : undefined,
        replies: [reply],
      });
  },
});

const FIX_OF_BUSY =
  'If these 503 are a limit of the rate, answer 429 with `Retry-After` in their place (`limit_req_status 429` in nginx). If not, look for a machine behind your load balancer that fails, or for a resource that runs out, such as a connection pool.';

connection.everyAnswer({
  id: 'connection.answers-at-the-first-try',
  level: 'should',
  section: 'ad-server §7',
  requirement:
    'Requests are answered at the first try: fewer than one in twenty fail and are served when they are sent again.',
  problem: 'Requests fail now and then, and are served when they are sent again',
  fix: 'Look for a machine behind your load balancer that fails, or for a resource that runs out: a connection pool, memory, file handles. Take it out, and run again: what failed meanwhile is inconclusive. If orders alone fail, beside others in flight, run transactions again that end in a deadlock or a serialization failure.',
  provokedBy: { replies: firstReplies },
  concerns: (reply) => isAdServer(reply) && reply.unsteadiness !== undefined,
  judge: () => undefined,
  conditional: true,
  tellsOfUnsteadiness: true,
  together: (replies) => {
    const lasting = replies.find(({ healed }) => healed === undefined);
    const { healed, of } = lasting?.unsteadiness?.() ?? { healed: 0, of: 0 };
    if (lasting === undefined || of === 0) return;
    const circumstance = `to one request each time it is sent; ${healed} of ${of} requests failed and were served when they were sent again`;
    const fix = lasting.status === 503 ? FIX_OF_BUSY : undefined;
    violation(otherAnswer(lasting, 'an answer at the first try', { circumstance, fix }));
  },
});

connection.everyAnswer({
  id: 'connection.no-redirect',
  section: 'ad-server §4.1',
  requirement: 'Every endpoint is served at its exact address, without a redirect.',
  problem: 'An endpoint answers with a redirect',
  weight: 'connection',
  fix: 'Answer at the address itself. Hand out the final address as the base URL, with its host name and scheme, and switch off redirects that add a slash. While you test a service by `http://`, switch off its redirect to https as well (`force_ssl` in Rails).',
  provokedBy: { replies: firstReplies },
  concerns: (reply) => isAdServer(reply) && reply.status !== null,
  judge: (reply) => {
    const { status, headers } = reply;
    // 304 leads nowhere.
    if (status === null || status < 300 || status >= 400 || status === 304) return;
    const { location } = headers;
    const circumstance = location === undefined ? 'without a Location header' : `to ${cut(location, 200)}`;
    violation(otherAnswer(reply, 'an answer at exactly this address', { circumstance }));
  },
  leavesUnreadable: () => true,
});

connection.everyAnswer({
  id: 'connection.answers-are-http',
  section: 'ad-server §4',
  weight: 'connection',
  provokedBy: { replies: firstReplies },
  ...validHttpOf(isAdServer),
});

connection.everyAnswer({
  id: 'connection.json-content-type',
  section: 'ad-server §4',
  requirement: 'Successful answers have `Content-Type: application/json`.',
  problem: 'Successful answers are not sent as application/json',
  weight: 'connection',
  fix: 'Send the header `Content-Type: application/json` with every body; a charset parameter may follow.',
  provokedBy: { replies: firstReplies },
  concerns: (reply) => isAdServer(reply) && isSuccess(reply) && reply.json.ok,
  judge: expectMarkedJson,
});

export const healthAnswers200 = connection.rule({
  id: 'connection.health-answers-200',
  section: 'ad-server §4.1',
  requirement: '`GET /health` answers 200.',
  problem: '`GET /health` does not answer 200',
  weight: 'connection',
  fix: 'Serve `GET /health` at the base address itself, with the account context and status 200 for the full key.',
  of: { replies: healthReplies },
  maybe: { inventory: inventoryProbe },
  judge: ({ replies, inventory }) => {
    for (const reply of replies) {
      const isAlone = inventory?.status === 200 && [401, 403, 404].includes(reply.status ?? 0);
      const more = '`GET /inventory` answers 200 to the same key.';
      const fix = 'Accept the full key at `GET /health` as at `GET /inventory`: look at what guards this route.';
      if (isAlone) violation(otherAnswer(reply, [200], { more, fix: reply.status === 401 ? fix : undefined }));
      expect(reply).status(200);
    }
  },
});

connection.rule({
  id: 'connection.client-conclusion',
  level: 'info',
  section: 'ad-server §3',
  requirement: 'What the client would show after its connect probe.',
  fix: 'Nothing to fix here: the checks of this module and of health say what to change.',
  of: { health: healthProbe, inventory: inventoryProbe },
  judge: ({ health, inventory }, note) => {
    const label = clientLabel(health);
    note(
      label === null
        ? 'Ignoring the HTTPS and public-address rules, the client shows: connected.'
        : `The client shows: error, ${label} (${describe(health)}).`,
    );
    const why = unconfirmed(inventory);
    note(`inventory_read is ${why === null ? 'confirmed' : `not verified (${why})`}.`);
  },
});

/** The label that the client shows for an answer to its probe; `null` if it shows `connected` (ad-server §3). */
function clientLabel(health: Reply): string | null {
  if (health.status !== 200) return labelOfStatus(health.status);
  const { json } = health;
  const isAccepted =
    json.ok && accountContext(json.value) && json.value.capabilities.reporting && json.value.capabilities.draft_booking;
  return isAccepted ? null : 'invalid_response';
}

/** Why the client would not confirm `inventory_read`; `null` if it would (ad-server §3). */
function unconfirmed(inventory: Reply): string | null {
  if (inventory.status !== 200) return describe(inventory);
  const found = notAPage(inventory)?.found;
  if (found === undefined) return null;
  const isOther = found.kind === 'value' || found.kind === 'not-json';
  return isOther ? `status 200, but expected ${found.expected}, got ${found.actual}` : describe(inventory);
}

const hasJson = (reply: Reply): boolean => isOwn(reply) && reply.json.ok;

/** Larger bodies repeat the same objects. */
const SEARCHED_BYTES = 200_000;

connection.everyAnswer({
  id: 'connection.members-named-once',
  level: 'should',
  section: 'ad-server §4',
  requirement: 'No object of a JSON body names a member twice.',
  problem: 'A JSON object names a member twice',
  fix: 'Write each member once, and leave it to a JSON library: of two members with one name, some readers take the first, some the last, and some refuse the body.',
  provokedBy: { replies: firstReplies },
  concerns: hasJson,
  judge: (reply) => {
    const { body, json } = reply;
    if (body.length <= SEARCHED_BYTES && json.ok && !mayNameTwice(body, json.value)) return;
    const pointer = duplicateMember(Buffer.from(body.subarray(0, SEARCHED_BYTES)).toString());
    if (pointer === null) return;
    const actual = `${cut(pointer, 80)} more than once`;
    violation({ expected: 'each member of an object once', actual, pointer, replies: [reply] });
  },
});

connection.everyAnswer({
  id: 'connection.no-byte-order-mark',
  level: 'should',
  section: 'ad-server §4',
  requirement: 'No JSON body begins with a byte order mark.',
  problem: 'A JSON body begins with a byte order mark',
  fix: 'Write UTF-8 without a byte order mark: `new UTF8Encoding(false)` in .NET, the encoding "UTF-8", not "UTF-8 with BOM", in your editor. Many JSON parsers refuse a body that begins with one.',
  provokedBy: { replies: firstReplies },
  concerns: hasJson,
  judge: (reply) => {
    const [first, second, third] = reply.body;
    if (first === 0xef && second === 0xbb && third === 0xbf)
      violation({ expected: 'a body that begins with JSON', actual: 'the bytes EF BB BF first', replies: [reply] });
  },
});
