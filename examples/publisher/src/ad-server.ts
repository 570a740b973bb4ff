import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashOf, type Database, type Queries } from './database.ts';
import { forecast } from './forecast.ts';
import { saveOrder } from './orders.ts';
import { Problem } from './problem.ts';
import { report } from './reports.ts';
import { schemas, type ForecastRequest, type OrderRequest, type ReportRequest } from './requests.ts';
import { pageOf } from './slots.ts';

export const SCOPES = ['read', 'create-draft', 'report'] as const;
type Scope = (typeof SCOPES)[number];

const ACCOUNT = {
  account_id: 'acc_1',
  account_name: 'Example Publisher',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  capabilities: { forecast: true, reporting: true, draft_booking: true },
};

/** The five endpoints of the ad server contract. */
export function adServer(app: FastifyInstance, database: Database): void {
  // Before the body is read, so that a stranger learns nothing about what is valid.
  const key = (scope?: Scope) => ({ onRequest: (request: FastifyRequest) => authorise(database, request, scope) });

  app.get('/health', key(), () => ACCOUNT);

  app.get<{ Querystring: { limit?: string; cursor?: string } }>('/inventory', key('read'), ({ query }) =>
    pageOf(database, query.limit, query.cursor),
  );

  app.post<{ Body: ForecastRequest }>(
    '/forecast',
    { ...key('read'), schema: { body: schemas.forecastRequest } },
    ({ body }) => forecast(database, body),
  );

  app.post<{ Body: OrderRequest }>(
    '/orders',
    { ...key('create-draft'), schema: { body: schemas.orderRequest } },
    async ({ body, headers }, reply) => {
      if (headers['idempotency-key'] !== body.idempotency_key)
        throw new Problem(
          400,
          'bad_idempotency_key',
          'The header Idempotency-Key and idempotency_key must be the same.',
        );
      const { status, result } = await saveOrder(database, body);
      return reply.code(status).send(result);
    },
  );

  app.post<{ Body: ReportRequest }>(
    '/reports',
    { ...key('report'), schema: { body: schemas.reportRequest } },
    ({ body }) => report(database, body),
  );
}

export async function addApiKey(
  queries: Queries,
  key: string,
  scopes: readonly Scope[],
  expires?: Date,
): Promise<void> {
  await queries.query('insert into api_keys values ($1, $2, $3)', [hashOf(key), scopes, expires ?? null]);
}

async function authorise(database: Database, request: FastifyRequest, scope?: Scope): Promise<void> {
  const key = bearerOf(request);
  const { rows } = await database.query<{ scopes: string[] }>(
    'select scopes from api_keys where hash = $1 and (expires_at is null or expires_at > now())',
    [hashOf(key ?? '')],
  );
  const [found] = rows;
  if (key === null || found === undefined) throw new Problem(401, 'unauthorized', 'The API key is not valid.');
  if (scope !== undefined && !found.scopes.includes(scope))
    throw new Problem(403, 'forbidden', `The API key lacks the scope ${scope}.`);
}

/** The token of the header `Authorization: Bearer <token>`. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  return /^bearer ([^\s,]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}
