import { adServer } from '../phases.ts';
import { labelOfStatus } from '../../../src/contract/connection-label.ts';
import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { isDenied, isSuccess, type Reply } from '../../../src/http/reply.ts';
import { accountContext } from '../../../src/schema/generated/validators.js';
import { baseAddress, route } from '../../givens.ts';
import { notAPage } from '../readers/inventory-walk.ts';

export const connection = adServer.module('connection', 'Connection');

connection.check(
  {
    id: 'connection.https-only',
    level: 'must',
    section: 'ad-server §5 rule 5',
    requirement: 'The base address starts with `https://`.',
    fix: 'Serve the API over HTTPS with a certificate of a public authority, and hand out that address.',
    relaxation: 'local',
    needs: { base: baseAddress },
  },
  ({ base }) => {
    if (base.protocol !== 'https:')
      violation({ expected: 'an address that starts with https://', actual: `${base.protocol}//`, replies: [] });
  },
);

connection.check(
  {
    id: 'connection.version-segment',
    level: 'must',
    section: 'ad-server §9',
    requirement: 'The base address carries the version segment `/api/v1`.',
    fix: 'Serve the endpoints under `/api/v1`, so that the base address reads `https://{host}/api/v1`.',
    needs: { base: baseAddress },
  },
  ({ base }) => {
    if (!/\/api\/v1\/*$/.test(base.pathname))
      violation({ expected: 'a path that ends in /api/v1', actual: `the path ${base.pathname}`, replies: [] });
  },
);

connection.check(
  {
    id: 'connection.public-address',
    level: 'must',
    section: 'ad-server §4.1',
    requirement: 'The host resolves to public addresses only.',
    fix: 'Take every private, loopback or internal address out of the public DNS records of this host. Inside your own network names may resolve differently: run the suite from outside.',
    relaxation: 'local',
    needs: { lookUp: route },
  },
  async ({ lookUp, note }) => {
    const { addresses, error, proxy } = await lookUp();
    if (error !== undefined) inconclusive(`The host could not be looked up: ${error}`);
    const hidden = addresses.filter((address) => !address.public);
    if (hidden.length > 0)
      violation({
        expected: 'public addresses only',
        actual: hidden.map(({ address, range }) => `${address} (${range})`).join(', '),
        replies: [],
      });
    if (proxy !== undefined) note(`Judged by a lookup of its own: the proxy ${proxy} resolves the host by itself.`);
  },
);

/** The first `GET /health`, as the client makes it when a publisher connects: once. */
const healthProbe = connection.stage({ id: 'connection.health-probe', sends: { health: 1 } }, ({ http }) =>
  http.health({ retry: 'never' }),
);

/** The connect-time `GET /inventory?limit=1`. */
const inventoryProbe = connection.stage({ id: 'connection.inventory-probe', sends: { inventory: 1 } }, ({ http }) =>
  http.inventory({ limit: 1 }, { retry: 'never' }),
);

/** What `GET /health` answers once transient trouble is over. */
const healthReply = connection.stage(
  { id: 'connection.health-reply', needs: { probe: healthProbe }, sends: { health: 0 } },
  ({ http, probe }) => (isTransient(probe) ? http.health() : probe),
);

export const inventoryReply = connection.stage(
  { id: 'connection.inventory-reply', needs: { probe: inventoryProbe }, sends: { inventory: 0 } },
  ({ http, probe }) => (isTransient(probe) ? http.inventory({ limit: 1 }) : probe),
);

/** Two more of the kind: where several machines answer, one of them may be set up otherwise. */
const moreHealthReplies = connection.stage(
  { id: 'connection.more-health-replies', needs: { reply: healthReply }, sends: { health: 2 } },
  ({ http, reply }): Promise<Reply[]> => Promise.all(reply.status === 200 ? [http.health(), http.health()] : []),
);

const healthReplies = connection.stage(
  { id: 'connection.health-replies', needs: { reply: healthReply, more: moreHealthReplies } },
  ({ reply, more }) => [reply, ...more],
);

const serviceAnswers = connection.check(
  {
    id: 'connection.service-answers',
    level: 'must',
    section: 'ad-server §3',
    requirement: 'The service answers at its base address.',
    fix: 'Check that the address is right, that the service runs, and that a firewall lets this machine through.',
    needs: { health: healthReply, inventory: inventoryReply },
  },
  ({ health, inventory }) => {
    if (health.status === null && inventory.status === null)
      inconclusive(
        `Neither GET /health nor GET /inventory was answered: ${health.failure?.message ?? ''}`,
        inventory,
        health,
      );
  },
);

export const keyAccepted = connection.check(
  {
    id: 'connection.key-accepted',
    level: 'must',
    section: 'ad-server §5 rule 1',
    requirement: 'The API key, sent as a bearer token, is accepted.',
    fix: 'Check that the key is complete, current and made for this environment. Otherwise see why the service refuses `Authorization: Bearer <key>`: it may look for another scheme (`Token`, `Basic`) or another header.',
    needs: { answers: serviceAnswers, health: healthReply, inventory: inventoryReply },
  },
  ({ health, inventory }) => {
    if ([health, inventory].every(isDenied))
      violation({
        expected: 'an answer to a request with the key',
        actual: `${describe(health)} from GET /health, ${describe(inventory)} from GET /inventory`,
        message: `The key is refused: GET /health answers ${describe(health)}. The client shows ${clientLabel(health)}.`,
        replies: [inventory, health],
      });
  },
);

connection.watch(
  {
    id: 'connection.key-accepted-throughout',
    level: 'must',
    section: 'ad-server §5 rule 1',
    requirement: 'The API key is accepted with every request, not only with most of them.',
    fix: 'See that every machine behind this address knows the key, reads `Authorization` and asks the same place about keys: the same request was denied once and answered when it was sent again.',
    needs: { accepted: keyAccepted },
  },
  {
    concerns: (reply, own) => isAdServer(reply) && own && reply.status !== null,
    judge: (reply) => {
      const [denied] = reply.denied;
      if (denied !== undefined && !isDenied(reply))
        violation({
          expected: `status ${reply.status}, as when the same request was sent again`,
          actual: describe(denied),
          replies: [denied],
        });
    },
  },
);

connection.watch(
  {
    id: 'connection.no-redirect',
    level: 'must',
    section: 'ad-server §4.1',
    requirement: 'Every endpoint is served at its exact address, without a redirect.',
    fix: 'Answer at the address itself. Give out the final address as base URL, and switch off redirects for slashes, host names or schemes.',
    prefers: { answers: serviceAnswers },
  },
  {
    concerns: (reply) => isAdServer(reply) && reply.status !== null,
    judge: (reply) => {
      if (reply.status !== null && reply.status >= 300 && reply.status < 400)
        violation({
          expected: 'an answer at this very address',
          actual: redirection(reply.status, reply.headers['location']),
          replies: [reply],
        });
    },
    leavesUnreadable: true,
  },
);

connection.watch(
  {
    id: 'connection.json-content-type',
    level: 'must',
    section: 'ad-server §4',
    requirement: 'Successful answers are marked `Content-Type: application/json`.',
    fix: 'Send the header `Content-Type: application/json` with every body; a charset parameter may follow.',
    prefers: { answers: serviceAnswers },
  },
  {
    concerns: (reply) => isAdServer(reply) && isSuccess(reply) && reply.json.ok,
    judge: expectMarkedJson,
  },
);

function redirection(status: number, location: string | undefined): string {
  if (status === 304) return 'status 304 (Not Modified), though the request was not conditional';
  return location === undefined
    ? `status ${status}, without a Location header`
    : `a redirect (status ${status}) to ${location}`;
}

/** The answers to `GET /health`: all of the next chapter reads them. */
export const healthAnswers = connection.check(
  {
    id: 'connection.health-answers-200',
    level: 'must',
    section: 'ad-server §4.1',
    requirement: '`GET /health` answers 200.',
    fix: 'Serve `GET /health` at the base address itself, with the account context and status 200 for the full key.',
    needs: { accepted: keyAccepted, replies: healthReplies },
  },
  ({ replies }) => {
    for (const reply of replies) expect(reply).status(200);
    return replies;
  },
);

connection.check(
  {
    id: 'connection.client-conclusion',
    level: 'info',
    section: 'ad-server §3',
    requirement: 'What the client would show after its connect probe.',
    fix: 'Nothing to fix here: the checks of this module and of health say what to change.',
    needs: { health: healthProbe, inventory: inventoryProbe },
  },
  ({ health, inventory, note }) => {
    const label = clientLabel(health);
    note(
      label === null
        ? 'Leaving the rules about the address aside, the client shows: connected.'
        : `The client shows: error, ${label} (${describe(health)}).`,
    );
    const why = unconfirmed(inventory);
    note(`inventory_read is ${why === null ? 'confirmed' : `not verified (${why})`}.`);
  },
);

/** The label that the client shows for an answer to its probe; `null` where it shows `connected` (ad-server §3). */
function clientLabel(health: Reply): string | null {
  if (health.status !== 200) return labelOfStatus(health.status);
  const { json } = health;
  return json.ok &&
    accountContext(json.value) &&
    json.value.capabilities.reporting &&
    json.value.capabilities.draft_booking
    ? null
    : 'invalid_response';
}

/** Why the client would not confirm `inventory_read`; `null` where it would (ad-server §3). */
function unconfirmed(inventory: Reply): string | null {
  if (inventory.status !== 200) return describe(inventory);
  const finding = notAPage(inventory);
  return finding && `status 200, but expected ${finding.expected}, got ${finding.actual}`;
}

function isTransient({ status }: Reply): boolean {
  return status === null || status === 429 || status >= 500;
}

const AD_SERVER = ['health', 'inventory', 'forecast', 'orders', 'reports'];

export function isAdServer({ endpoint }: Reply): boolean {
  return AD_SERVER.includes(endpoint);
}

/** Expects an answer to be marked as JSON (ad-server §4, §7). */
export function expectMarkedJson(reply: Reply): void {
  const given = reply.headers['content-type'];
  if (given?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    violation({
      expected: 'Content-Type: application/json',
      actual: given ?? 'no Content-Type header',
      replies: [reply],
    });
}
