import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { adServer } from './ad-server.ts';
import type { Database } from './database.ts';
import { listing, type ListingOptions } from './listing.ts';
import { Problem } from './problem.ts';
import { createValidator, problemOf } from './requests.ts';

export const BASE = '/api/v1';

/** The service of both contracts, which a publisher would rather run as two. */
export async function createApp(database: Database, options: ListingOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: false, // Fastify's own would write down addresses, and never the header with the key.
    schemaErrorFormatter: (errors) => problemOf(errors as Parameters<typeof problemOf>[0]),
  });
  const validator = createValidator();
  app.setValidatorCompiler(({ schema }) => validator.compile(schema as object));
  // PostgreSQL stores no text with U+0000: without this, it is an error of the query.
  app.addHook('preValidation', ({ body, url }, _reply, done) => {
    if (/%00|(?<!\\)(?:\\\\)*\\u0000/.test(`${url} ${JSON.stringify(body ?? null)}`))
      throw new Problem(422, 'invalid_character', 'Texts may not contain U+0000.');
    done();
  });
  // Every error has the same form, those of the framework included.
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error instanceof Problem ? error.status : (error.statusCode ?? 500);
    if (status >= 500 && !(error instanceof Problem)) request.log.error(error);
    const { code, message } = status === 500 ? new Problem(500, 'internal_error', 'Something went wrong here.') : error;
    return reply.code(status).send({ code, message });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ code: 'not_found', message: 'There is nothing here.' }),
  );
  await app.register(
    async (api) => {
      adServer(api, database);
      await listing(api, database, options);
    },
    { prefix: BASE },
  );
  return app;
}
