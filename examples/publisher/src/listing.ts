import { randomUUID } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import { bearerOf } from './ad-server.ts';
import { hashOf, type Database, type Queries } from './database.ts';
import { Problem } from './problem.ts';
import { schemas } from './requests.ts';

const LIFETIME_SECONDS = 3600;
const EXCHANGES = 10;
const SITE = { id: 1, name: 'Example', code: 'example', domain: 'tenant.example.com' };

export interface ListingOptions {
  /** What tokens are signed with. */
  readonly secret: Uint8Array;
  /** In milliseconds: how long an exchange counts. */
  readonly window?: number;
}

interface Credential {
  readonly key: string;
  readonly scopes: readonly string[];
}

/** The two endpoints of the listing API. */
export async function listing(app: FastifyInstance, database: Database, options: ListingOptions): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new Problem(429, 'too_many_exchanges', 'Ten exchanges a minute are allowed.'),
  });

  app.post<{ Body: { key: string; secret: string } }>(
    '/auth/token',
    {
      schema: { body: schemas.exchangeRequest },
      config: { rateLimit: { max: EXCHANGES, timeWindow: options.window ?? 60_000 } },
    },
    async ({ body }) => {
      const { rows } = await database.query<Credential>(
        'select key, scopes from listing_credentials where key = $1 and secret_hash = $2',
        [body.key, hashOf(body.secret)],
      );
      const [credential] = rows;
      if (credential === undefined) throw new Problem(401, 'invalid_credentials', 'The credentials are not valid.');
      return {
        token: await tokenOf(credential, options.secret),
        type: 'bearer',
        expires_in: LIFETIME_SECONDS,
        site: SITE,
        scopes: credential.scopes,
      };
    },
  );

  app.get<{ Querystring: { template_id?: string } }>('/toplists', async (request) => {
    const credential = await credentialOf(database, request, options.secret);
    if (credential === undefined) throw new Problem(401, 'unauthorized', 'The token is not valid.');
    if (!credential.scopes.includes('toplist:read'))
      throw new Problem(403, 'insufficient_scope', 'This takes the scope toplist:read.');
    const { rows } = await database.query(
      'select position, brand from toplists where template_id = $1 order by position',
      [Number(request.query.template_id ?? 1) || 0],
    );
    return { toplists: rows };
  });
}

export async function addListingCredential(
  queries: Queries,
  { key, secret, token, scopes }: { key: string; secret: string; token: string; scopes: readonly string[] },
): Promise<void> {
  await queries.query('insert into listing_credentials values ($1, $2, $3, $4)', [
    key,
    hashOf(secret),
    hashOf(token),
    scopes,
  ]);
}

function tokenOf({ key, scopes }: Credential, secret: Uint8Array): Promise<string> {
  return new SignJWT({ scopes })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(key)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME_SECONDS}s`)
    .sign(secret);
}

/** The credential of a static token, or of one that was exchanged; `undefined` if there is none. */
async function credentialOf(
  database: Database,
  request: FastifyRequest,
  secret: Uint8Array,
): Promise<Pick<Credential, 'scopes'> | undefined> {
  const token = bearerOf(request);
  if (token === null) return undefined;
  const { rows } = await database.query<Credential>(
    'select key, scopes from listing_credentials where token_hash = $1',
    [hashOf(token)],
  );
  if (rows[0] !== undefined) return rows[0];
  try {
    const { payload } = await jwtVerify<{ scopes: string[] }>(token, secret, { algorithms: ['HS256'] });
    return payload;
  } catch {
    return undefined; // Whatever is wrong with a token, the answer is the same.
  }
}
