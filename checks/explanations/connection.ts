import type { ExplanationsOf } from './explanation.ts';
import { lines } from './lines.ts';

export const connection = {
  'connection.https-only': {
    plain:
      'The base URL that you hand out begins with `https://`. Plain `http://`, or any other scheme, is turned down.',
    why: 'The API key travels in a header of every request. Without TLS, anyone on the way can read it, and create orders in your account with it.',
    client:
      'The client refuses such an address when it is entered and sends nothing to it. `--local` sets this rule aside for a service under development; such a run earns no certificate.',
    right: 'https://ads.publisher.example/api/v1',
    wrong: 'http://ads.publisher.example/api/v1',
    causes: [
      'TLS ends at the load balancer and the application prints its own address with the internal scheme (no `X-Forwarded-Proto`, Express without `trust proxy`, Django without `SECURE_PROXY_SSL_HEADER`).',
      'The address of a development machine or container (`http://localhost:8080`) was copied into the settings.',
      'The service went online over HTTP until its certificate would arrive, and the address stayed.',
    ],
  },
  'connection.version-segment': {
    plain:
      'The path of the base URL ends in `/api/v1`. Slashes behind it and a query string do no harm; upper and lower case count.',
    why: 'The version in the address is how both sides know which contract they speak. Without it, a later version could only be introduced by breaking running campaigns.',
    client:
      'The client appends `/health`, `/inventory`, `/forecast`, `/orders` and `/reports` to what you hand out; a query string is kept and stays behind the path.',
    right: 'https://ads.publisher.example/api/v1',
    wrong: 'https://ads.publisher.example/rest/v1',
    causes: [
      'An API gateway publishes the routes under a stage name (`/prod`) or strips a prefix (`strip_path`), so that `/api` or `/v1` is gone outside.',
      'The version is told in a header or in the host name (`api-v1.publisher.example`) instead of the path.',
      'The address was copied from documentation with an endpoint at its end, such as `/api/v1/health`.',
    ],
  },
  'connection.public-address': {
    plain:
      'Every address that DNS gives for your host is a public one. A single private, loopback, link-local or otherwise internal address among them breaks the rule.',
    why: 'The platform calls addresses that publishers enter. If it followed a name to an internal address, a mistyped or hostile record could lead its requests, key included, into a private network.',
    client:
      'The client resolves the host anew for every call and refuses to connect where the answer is not public; the operator sees `unreachable`. `--local` sets the rule aside.',
    right: 'ads.publisher.example.  A  93.184.215.14',
    wrong: lines('ads.publisher.example.  A  93.184.215.14', 'ads.publisher.example.  A  10.20.0.7'),
    causes: [
      'Split-horizon DNS: the suite runs inside your network, where the name leads to an internal load balancer. Run it from outside, since the platform asks public DNS.',
      'A record of an internal load balancer or of an old machine stands beside the public one.',
      'The AAAA record is a unique local address (`fd00::/8`), while the A record is fine.',
      'A VPN, mesh network or hosts file on this machine answers with `100.64.0.0/10` or `127.0.0.1`.',
    ],
  },
  'connection.service-answers': {
    plain:
      'At least one of `GET /health` and `GET /inventory` gets an HTTP answer, with whatever status. Silence on both leaves nothing to judge: the outcome is then inconclusive, not failed.',
    why: 'A service that cannot be reached can neither be booked nor report what it delivered, and every other rule waits for an answer.',
    client:
      'The client waits 10 seconds for a connection and 30 seconds in all. While connecting it asks only once, and then shows `unreachable`.',
    right: lines('GET https://ads.publisher.example/api/v1/health', '', 'HTTP/1.1 200 OK'),
    wrong: lines('GET https://ads.publisher.example/api/v1/health', '', 'no connection after 10 seconds'),
    causes: [
      'A firewall, a security group or a WAF with an allowlist drops packets from the address that the suite runs on.',
      'TLS fails before any HTTP is spoken: the intermediate certificate is not sent, the certificate has expired, or it names another host.',
      'The service listens on one address family only, while DNS offers both A and AAAA records.',
      'The host name or port is that of an environment that was switched off.',
    ],
  },
  'connection.key-accepted': {
    plain:
      'The key, sent as `Authorization: Bearer <API_KEY>`, opens at least one of `GET /health` and `GET /inventory`. The check fails when both answer 401 or 403.',
    why: 'A key that opens nothing stops everything at once: no slots to plan with, no drafts, no delivery numbers to reconcile.',
    client:
      'A 401 from `GET /health` shows as `auth_error`, a 403 as `forbidden`. The client does not try again by itself: an operator corrects the key or its scope and presses Re-verify.',
    right: lines('GET /api/v1/health HTTP/1.1', 'Authorization: Bearer <API_KEY>', '', 'HTTP/1.1 200 OK'),
    wrong: lines(
      'GET /api/v1/health HTTP/1.1',
      'Authorization: Bearer <API_KEY>',
      '',
      'HTTP/1.1 401 Unauthorized',
      'Content-Type: application/json',
      '',
      '{ "code": "unauthorized", "message": "X-API-Key header is missing." }',
    ),
    causes: [
      'The key belongs to another environment, was revoked, or was copied only in part.',
      'The gateway in front expects the key in a header of its own (`X-API-Key`) and never looks at `Authorization`.',
      'A web server drops `Authorization` before the application sees it: Apache with CGI or FastCGI needs `CGIPassAuth On`.',
      'The authentication middleware takes every bearer token for a JWT and refuses an opaque key as malformed.',
    ],
  },
  'connection.key-accepted-throughout': {
    plain:
      'A key that is good is good every time. When a request with your key is answered 401 or 403, the suite sends the very same request once more; the check fails when that one is answered otherwise. It looks at all requests until wrong keys are tried at the end of the run, since these may lock callers out for a while.',
    why: 'One such answer is enough to mark the connection as broken, and nothing is planned, booked or reported until somebody looks at it.',
    client:
      'At a 401 or 403 of any endpoint the client marks the connection as `error`. It does not try again by itself: an operator checks the key and its scopes, and finds nothing wrong with them.',
    right: lines('GET /api/v1/inventory HTTP/1.1', 'Authorization: Bearer <API_KEY>', '', 'HTTP/1.1 200 OK'),
    wrong: lines(
      'GET /api/v1/inventory HTTP/1.1',
      'Authorization: Bearer <API_KEY>',
      '',
      'HTTP/1.1 401 Unauthorized',
      '',
      'The same request, sent again at once: HTTP/1.1 200 OK',
    ),
    causes: [
      'One of several machines behind the load balancer does not know the key: it was deployed with older settings, or its copy of the keys is out of date.',
      'The lookup of the key times out, or has no connection left in the pool, and that is taken for a key that is not known. Answer 503 there.',
      'The check of the key shares a variable between requests that run at the same time.',
      'A rate limit answers 401 or 403. Answer 429 with `Retry-After`.',
    ],
  },
  'connection.no-redirect': {
    plain:
      'None of the five endpoints answers with a 3xx status. Each is served at exactly the base URL plus its path. Every answer of the run is watched for this.',
    why: 'A redirect can carry the key to another host, and turns a `POST /orders` into a GET with many HTTP libraries: a booking would vanish without a trace.',
    client:
      'The client follows no redirect. From `GET /health` a 3xx shows as `unreachable`; from any other endpoint it brings neither data nor a booking.',
    right: lines('GET /api/v1/health HTTP/1.1', '', 'HTTP/1.1 200 OK'),
    wrong: lines(
      'GET /api/v1/health HTTP/1.1',
      '',
      'HTTP/1.1 301 Moved Permanently',
      'Location: https://ads.publisher.example/api/v1/health/',
    ),
    causes: [
      'The framework or nginx adds a slash at the end (`APPEND_SLASH` in Django, a `location` that ends in a slash).',
      'The host is redirected to `www.` or to a regional name, and the short one was handed out.',
      'The application behind a TLS-terminating proxy believes that it is called over HTTP and redirects to HTTPS.',
      'A session middleware sends requests that it does not recognise to a login page (302 to `/login`) instead of answering 401.',
    ],
  },
  'connection.json-content-type': {
    plain:
      'A 2xx answer with a JSON body says `Content-Type: application/json`. A parameter such as `; charset=utf-8` may follow. Types like `text/html` or `application/vnd.acme+json` break the rule.',
    why: 'Proxies, security filters and HTTP libraries decide by this header how a body is treated. JSON that is called HTML may be rewritten or blocked on its way.',
    client: 'The client takes every body for JSON and relies on the header to say so.',
    right: lines(
      'HTTP/1.1 200 OK',
      'Content-Type: application/json; charset=utf-8',
      '',
      '{ "data": [], "next_cursor": null }',
    ),
    wrong: lines(
      'HTTP/1.1 200 OK',
      'Content-Type: text/html; charset=utf-8',
      '',
      '{ "data": [], "next_cursor": null }',
    ),
    causes: [
      'The handler returns text that it made itself: `return json.dumps(…)` in Flask, `echo json_encode(…)` in PHP without `header()`, `res.end(…)` in Node.',
      'The framework negotiates a type of its own, such as `application/hal+json` or `application/vnd.api+json`.',
      'The answer is a file from object storage or a CDN, marked `application/octet-stream` or `text/plain`.',
    ],
  },
  'connection.health-answers-200': {
    plain:
      '`GET /health` with the full key answers 200. After a first 200 the suite asks twice more, since several machines may share the work: each has to answer 200.',
    why: 'This answer holds the time zone, the currency and what the service can do. Without it no flight date can be read and no publisher connected.',
    client:
      'Any status other than 200, 401 and 403 counts as `unreachable`, and the connection is not made. The client does not repeat the call.',
    right: lines('GET /api/v1/health HTTP/1.1', '', 'HTTP/1.1 200 OK'),
    wrong: lines('GET /api/v1/health HTTP/1.1', '', 'HTTP/1.1 204 No Content'),
    causes: [
      'Only the liveness probe for the load balancer exists, at `/health` of the host, and `/api/v1/health` is not routed.',
      'The path is served by a monitoring module (Spring Boot Actuator and the like) that answers 503 as soon as one dependency is down.',
      'One machine of several still runs a release without this endpoint.',
      'The endpoint was built as a ping and answers 204 without a body.',
    ],
  },
  'connection.client-conclusion': {
    plain:
      'A record, never a judgement: what an operator of the platform would see right after connecting. That is `connected`, or `error` with `auth_error`, `forbidden`, `unreachable` or `invalid_response`; and whether `inventory_read` is `confirmed`.',
    why: 'When somebody reports that the platform shows `unreachable`, this line tells which answer led to that word.',
    client:
      'The client sends one `GET /health` and one `GET /inventory?limit=1` and repeats neither. Only the first decides about the connection; the second only decides about `inventory_read`.',
    right: lines('The client shows: connected.', 'inventory_read is confirmed.'),
    wrong: lines('The client shows: error, unreachable (status 503).', 'inventory_read is not verified (status 503).'),
    causes: [
      '`unreachable` although the service runs: 404, 429, redirects and every 5xx read as this word, not only silence.',
      '`unreachable` at first and fine a second later: a cold start, or a rate limit that the first call met. The probe is not repeated.',
      '`invalid_response`: the body of `GET /health` breaks a rule of the module health.',
      '`inventory_read` not verified: `GET /inventory` answered something other than 200 with an array in `data`; the line says what.',
    ],
  },
} satisfies ExplanationsOf<'connection'>;
