import { randomBytes } from 'node:crypto';
import { addApiKey, SCOPES } from './ad-server.ts';
import { BASE, createApp } from './app.ts';
import { openDatabase } from './database.ts';
import { addListingCredential } from './listing.ts';

const secret = () => randomBytes(24).toString('base64url');

const database = await openDatabase();
const app = await createApp(database, { secret: randomBytes(32) });
const [full, withoutRead, withoutDraft, withoutReport, expired] = [secret(), secret(), secret(), secret(), secret()];
await addApiKey(database, full, SCOPES);
await addApiKey(database, withoutRead, ['create-draft', 'report']);
await addApiKey(database, withoutDraft, ['read', 'report']);
await addApiKey(database, withoutReport, ['read', 'create-draft']);
await addApiKey(database, expired, SCOPES, new Date(0));
const credential = { key: secret(), secret: secret(), token: secret(), scopes: ['toplist:read', 'brand:read'] };
const limited = { key: secret(), secret: secret(), token: secret(), scopes: ['brand:read'] };
await addListingCredential(database, credential);
await addListingCredential(database, limited);
await database.query(`insert into toplists values (1, 1, 'Example Shoes'), (1, 2, 'Example Boots')`);

const address = await app.listen({ port: Number(process.env['PORT'] ?? 0), host: '127.0.0.1' });
const base = `${address}${BASE}`;
process.stdout.write(`This service runs at ${base} until Ctrl-C. Certify it from another terminal:

export ADSERVER_BASE_URL=${base}
export ADSERVER_API_KEY=${full}
export ADSERVER_KEY_WITHOUT_READ=${withoutRead}
export ADSERVER_KEY_WITHOUT_DRAFT=${withoutDraft}
export ADSERVER_KEY_WITHOUT_REPORT=${withoutReport}
export ADSERVER_EXPIRED_KEY=${expired}
export LISTING_URL=${base}
export LISTING_KEY=${credential.key}
export LISTING_SECRET=${credential.secret}
export LISTING_TOKEN=${credential.token}
export LISTING_LIMITED_KEY=${limited.key}
export LISTING_LIMITED_SECRET=${limited.secret}
export LISTING_LIMITED_TOKEN=${limited.token}
export LISTING_TEMPLATE_ID=1
npx adserver-conformance certify --local
`);
