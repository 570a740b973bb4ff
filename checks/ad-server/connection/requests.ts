import { blockedBy, inconclusive } from '../../../src/engine/signal.ts';
import { isDenied, isServed, type Reply } from '../../../src/http/reply.ts';
import type { CertificateSeen } from '../../address-rules.ts';
import { apiKey, certificate, route } from '../../givens.ts';
import type { Authorization } from '../../../src/http/client.ts';
import { EACH_HEADER, OTHER_HEADERS } from '../../near-misses.ts';
import { connection, access, healthAnswers, inventoryReply } from '../records.ts';

export const lookup = connection.traffic(
  { id: 'connection.lookup', phase: 'read', uses: { lookUp: route }, sends: {} },
  ({ lookUp }) => lookUp(),
);

export const healthProbe = connection.traffic(
  { id: 'connection.health-probe', phase: 'read', sends: { health: 1 } },
  ({ http }) => http.health({ retry: 'never' }),
);

export const certificateSeen = connection.traffic(
  { id: 'connection.certificate', phase: 'read', uses: { look: certificate, health: healthProbe }, sends: {} },
  async ({ look, health }): Promise<CertificateSeen> => ({ seen: await look(), calls: [health] }),
);

export const inventoryProbe = connection.traffic(
  { id: 'connection.inventory-probe', phase: 'read', sends: { inventory: 1 } },
  ({ http }) => http.inventory({ limit: 1 }, { retry: 'never' }),
);

const ONCE_MORE = { phase: 'read', sends: { health: 0, inventory: 0 } } as const;

const healthReply = connection.traffic(
  { id: 'connection.health-reply', ...ONCE_MORE, uses: { probe: healthProbe, other: inventoryProbe } },
  ({ http, probe, other }) => (mayPass(probe, other) ? http.health() : probe),
);

connection.traffic(
  { makes: inventoryReply, ...ONCE_MORE, uses: { probe: inventoryProbe, other: healthProbe } },
  ({ http, probe, other }) => (mayPass(probe, other) ? http.inventory({ limit: 1 }) : probe),
);

/** If several machines answer, one of them may be set up differently. */
const moreHealthReplies = connection.traffic(
  { id: 'connection.more-health-replies', phase: 'read', uses: { reply: healthReply }, sends: { health: 2 } },
  ({ http, reply }): Promise<Reply[]> => Promise.all(reply.status === 200 ? [http.health(), http.health()] : []),
);

export const firstReplies = connection.record(
  { id: 'connection.first-replies', of: { health: healthReply, inventory: inventoryReply } },
  ({ health, inventory }) => {
    const why = `Neither GET /health nor GET /inventory was answered: ${health.failure?.message ?? ''}`;
    if (health.status === null && inventory.status === null) inconclusive(why, inventory, health);
    return { health, inventory };
  },
);

/** The ways in which a service may take a key besides `Bearer`; all other headers together first, then each alone. */
const OTHER_WAYS = {
  'Authorization: Token <key>': { scheme: 'Token ' },
  'Authorization: <key>': { scheme: '' },
  'another header': { scheme: '', headers: OTHER_HEADERS },
};
const EACH_ALONE = EACH_HEADER.map(({ name, before, as }) => [`${name}: ${before}<key>`, as] as const);

/** If `Bearer` is refused: the way in which the service takes the same key. */
export const otherWay = connection.traffic(
  { id: 'connection.other-way', phase: 'read', uses: { key: apiKey, replies: firstReplies }, sends: { health: 0 } },
  async ({ http, key, replies: { health, inventory } }) => {
    if (![health, inventory].every(isDenied)) return null;
    const firstServed = async (ways: readonly (readonly [string, Omit<Authorization, 'secret'>])[]) => {
      for (const [way, header] of ways) {
        const reply = await http.health({ as: { ...header, secret: key }, retry: 'never' });
        if (isServed(reply)) return { way, reply };
      }
      return null;
    };
    const found = await firstServed(Object.entries(OTHER_WAYS));
    return found?.way === 'another header' ? ((await firstServed(EACH_ALONE)) ?? found) : found;
  },
);

connection.record({ makes: access, of: { replies: firstReplies } }, ({ replies: { health, inventory } }) => {
  if (health.unreadable !== undefined && inventory.unreadable !== undefined) blockedBy({ id: health.unreadable });
  if ([health, inventory].every(isDenied)) inconclusive('The API key is refused.', inventory, health);
});

export const healthReplies = connection.record(
  { id: 'connection.health-replies', of: { access, reply: healthReply, more: moreHealthReplies } },
  ({ reply, more }): readonly Reply[] => [reply, ...more],
);

connection.record({ makes: healthAnswers, of: { replies: healthReplies } }, ({ replies }) => {
  const other = replies.find(({ status }) => status !== 200);
  if (other !== undefined) inconclusive('GET /health does not answer 200.', other);
  return replies;
});

/** Whether a failure may be temporary: not every machine may know a new key that the other probe was accepted with. */
function mayPass({ status }: Reply, other: Reply): boolean {
  return status === null || status === 429 || status >= 500 || (status === 401 && !isDenied(other));
}
