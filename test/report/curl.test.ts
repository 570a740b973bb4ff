import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearMisses } from '../../checks/listing/values/credentials.ts';
import type { RecordedCall, RecordedRequest } from '../../src/http/recorded-call.ts';
import { curl, curlParts } from '../../src/report/curl.ts';
import { rerun } from '../../src/report/rerun.ts';
import { shellWord, shellWordOf } from '../../src/report/shell.ts';
import { isPrintable } from '../../src/report/text.ts';
import { withoutCredentials } from '../../src/secrets/address-secrets.ts';
import { Secret } from '../../src/secrets/secret.ts';
import { check, contract, exchange, module, unsealed } from './sample.ts';
import { testWith } from '../tools.ts';

const ENVIRONMENT = {
  ADSERVER_API_KEY: "k'e$y \\1",
  LISTING_KEY: 'lk',
  LISTING_SECRET: '$(id)',
  LISTING_TOKEN: 'lt-0123456789-ab==',
  PATH: process.env['PATH'],
};

/** What a real shell hands to curl: its words, and its standard input where there is one. */
function handed(line: string): { words: string[]; input: string } {
  const script = `curl() { printf '%s\\0' "$@"; printf 'end\\0'; case "$*" in *@-*) cat;; esac; }; ${line}`;
  const out = execFileSync('sh', ['-c', script], { env: ENVIRONMENT, encoding: 'utf8' });
  const [words = '', input = ''] = out.split('\0end\0');
  return { words: words.split('\0'), input };
}

const BUILD_COMMANDS = ['##vso[task.prependpath]evil', '##[group]', '##teamcity[x]', 'section_start:1:x', '::error::x'];

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const asked = (request: Partial<RecordedRequest>): RecordedCall =>
  exchange({ request: { method: 'GET', url: 'https://ads.example.com/api/v1/health', headers: {}, ...request } });

const posted = (body: string, headers: Record<string, string> = {}): RecordedCall =>
  asked({
    method: 'POST',
    url: 'https://ads.example.com/api/v1/orders',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

describe('curl', () => {
  test('repeats a read with the key as a shell variable', () => {
    expect(
      curl(
        asked({
          headers: { authorization: 'Bearer [ADSERVER_API_KEY]', accept: 'application/json', 'user-agent': 'x' },
        }),
      ),
    ).toBe(
      `curl -sS -i https://ads.example.com/api/v1/health -H "authorization: Bearer \${ADSERVER_API_KEY}" -H 'accept: application/json'`,
    );
  });

  test('connects where the run did', () => {
    const resolve = ['ADS.example.com:443:203.0.113.7', 'ads.example.com:8443:203.0.113.8', 7];
    expect(curlParts(asked({}), { run: { resolve } }).join(' ')).toBe(
      'curl -sS -i https://ads.example.com/api/v1/health --resolve ADS.example.com:443:203.0.113.7',
    );
  });

  test('takes the value of a header of the run from a variable, and says which', () => {
    for (const family of ['ADSERVER', 'LISTING'])
      expect(curl(asked({ headers: { 'x-gate': `[${family}_HEADER_X_GATE]` } }))).toBe(
        `curl -sS -i https://ads.example.com/api/v1/health -H "x-gate: \${${family}_HEADER_X_GATE}" ; : '${family}_HEADER_X_GATE is the value of that header, as it was given to the run'`,
      );
  });

  test('repeats a read with the key in another header', () => {
    expect(curl(asked({ headers: { 'x-api-key': '[ADSERVER_API_KEY]' } }))).toBe(
      `curl -sS -i https://ads.example.com/api/v1/health -H "x-api-key: \${ADSERVER_API_KEY}"`,
    );
  });

  test('repeats every header but those that are up to curl', () => {
    const headers = { 'x-token': '[ADSERVER_API_KEY]', 'x-auth': '', accept: '*/*', authorization: 'Bearer k' };
    const ofCurl = { host: 'ads.example.com', 'user-agent': 'x', 'content-length': '0', '@/etc/hosts': 'x' };
    expect(curl(asked({ headers: { ...headers, ...ofCurl } }))).toBe(
      `curl -sS -i https://ads.example.com/api/v1/health -H 'authorization: Bearer k' -H "x-token: \${ADSERVER_API_KEY}" -H 'x-auth;' -H 'accept: */*'`,
    );
  });

  test('says where the secret of a base address belongs', () => {
    const url = withoutCredentials('https://ads.example.com/api/v1/health?api_key=t0ps3cret');
    expect(curl(asked({ url }))).toBe(
      `curl -sS -i --globoff 'https://ads.example.com/api/v1/health?api_key=[SECRET_IN_BASE_ADDRESS]' ; : 'put the secret of the base address in the place of [SECRET_IN_BASE_ADDRESS]'`,
    );
  });

  test('repeats an order with its key and body', () => {
    expect(curl(posted('{"name":"it\'s"}', { 'idempotency-key': 'k 1' }))).toBe(
      `curl -sS -i https://ads.example.com/api/v1/orders -H 'content-type: application/json' -H 'idempotency-key: k 1' --data-raw '{"name":"it'\\''s"}'`,
    );
  });

  test('puts the credentials of the exchange into its body', () => {
    const exchanged = asked({
      method: 'POST',
      url: 'https://t.example.com/api/v1/auth/token',
      headers: { 'content-type': 'application/json' },
      body: '{"key":"[LISTING_KEY]","secret":"[LISTING_SECRET]"}',
    });
    expect(handed(curl(exchanged)).words.at(-1)).toBe('{"key":"lk","secret":"$(id)"}');
  });

  test.each([
    ['LISTING_ACCESS_TOKEN', 'LISTING_KEY'],
    ['LISTING_LIMITED_ACCESS_TOKEN', 'LISTING_LIMITED_KEY'],
  ])('says what %s is exchanged for', (token, key) => {
    const line = curl(asked({ headers: { authorization: `Bearer [${token}]` } }));
    expect(line).toMatch(new RegExp(`; : '${token} is the token that the exchange gives for ${key}'$`));
  });

  testWith('cat').each([
    ['truncated', `k'e$y \\`],
    ['extended', `k'e$y \\1x`],
    ['beheaded', `'e$y \\1`],
    ['prefixed', `xk'e$y \\1`],
    ['two-words', `k'e$y \\1 k'e$y \\1`],
    ['other-case', `K'E$Y \\1`],
    ['basic', base64(`${ENVIRONMENT.ADSERVER_API_KEY}:${ENVIRONMENT.ADSERVER_API_KEY}`)],
  ])('makes the %s credential', (variant, credential) => {
    const line = curl(asked({ headers: { authorization: `Bearer [ADSERVER_API_KEY:${variant}]` } }));
    expect(handed(line).words.at(-1)).toBe(`authorization: Bearer ${credential}`);
  });

  testWith('cat')('makes a user and a password of key and secret', () => {
    const line = curl(asked({ headers: { authorization: 'Basic [LISTING_SECRET:basic]' } }));
    const credential = base64(`${ENVIRONMENT.LISTING_KEY}:${ENVIRONMENT.LISTING_SECRET}`);
    expect(handed(line).words.at(-1)).toBe(`authorization: Basic ${credential}`);
  });

  testWith('cat', 'sed')('puts more before the padding of a token, as the checks of the listing do', () => {
    const token = new Secret('LISTING_TOKEN', ENVIRONMENT.LISTING_TOKEN);
    const sent = nearMisses(token).find(({ secret }) => secret.name === 'LISTING_TOKEN:extended');
    const line = curl(asked({ headers: { authorization: 'Bearer [LISTING_TOKEN:extended]' } }));
    expect(handed(line).words.at(-1)).toBe(`authorization: Bearer ${sent?.secret.reveal() ?? 'none'}`);
  });

  test.each([
    ['ADSERVER_API_KEY:altered', 'ADSERVER_API_KEY with another character in its middle'],
    ['ADSERVER_API_KEY:altered-last', 'ADSERVER_API_KEY with another last character'],
    ['LISTING_TOKEN:altered', 'LISTING_TOKEN with two characters near its end exchanged'],
    ['LISTING_TOKEN:recased', 'LISTING_TOKEN with one letter near its end in the other case'],
    ['LISTING_TOKEN:unsigned', 'LISTING_TOKEN with "alg": "none" in its header and no signature'],
  ])('says what %s is', (name, words) => {
    const line = curl(asked({ headers: { authorization: `Bearer [${name}]` } }));
    expect(line.endsWith(`; : 'put ${words} in the place of [${name}]'`)).toBe(true);
  });

  test('leaves a variant it does not know, and says so', () => {
    const line = curl(asked({ headers: { authorization: 'Bearer [ADSERVER_API_KEY:reversed]' } }));
    expect(line).toMatch(/; : 'put the credential in the place of \[ADSERVER_API_KEY:reversed\]'$/);
  });

  test('sends no other variable of the reader, and no credential of the other service', () => {
    const body = '{"inventory_id":"[HOME] [LISTING_TOKEN] [LISTING_SECRET] $HOME `id` [AWS_SECRET_ACCESS_KEY]"}';
    expect(handed(curl(posted(body, { authorization: 'Bearer [ADSERVER_API_KEY]' }))).words.at(-1)).toBe(body);
  });

  test('does not send a body that was recorded in part or is not text', () => {
    const part = curl(asked({ method: 'POST', body: '{"a', bodyTruncated: 9000 }));
    expect(part).toMatch(/ -X POST .* ; : 'the body of 9000 bytes was recorded in part only and is left out'$/);
    expect(part).not.toContain('{"a');
    expect(curl(asked({ method: 'POST', bodyBase64: '/w==' }))).toMatch(/; : 'the body is not text and is left out'$/);
  });

  test('keeps curl from making a content type up, and from reading patterns into the address', () => {
    expect(curl(asked({ method: 'POST', body: 'x' }))).toContain(`-H 'content-type:' --data-raw 'x'`);
    expect(curl(asked({ url: 'https://ads.example.com/api/v1/inventory?cursor=[1-9]' }))).toContain('--globoff');
  });

  testWith('cat')('is one printable line that a shell reads as exactly what was recorded', () => {
    const text = fc
      .oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(...BUILD_COMMANDS, '\u001b[2J', '\u202egnp.exe', "'; id; '"),
      )
      .map((value) => value.replaceAll('\0', ''));
    fc.assert(
      fc.property(text, text, (body, key) => {
        const value = key.replace(/[\r\n]+$/, '') || 'k';
        const line = curl(posted(body, { 'idempotency-key': value }));
        expect(isPrintable(line)).toBe(true);
        expect(line).not.toMatch(/##[a-z]*\[|section_(start|end):/i);
        const { words, input } = handed(line);
        expect(words).toContain(`idempotency-key: ${value}`);
        expect(words.at(-1) === '@-' ? input : words.at(-1)).toBe(body);
      }),
      { numRuns: 60 },
    );
  });
});

test('a shell reads a word back as its text', () => {
  const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', '').trimEnd());
  const back = (word: string) =>
    execFileSync('sh', ['-c', `printf '%s' ${word}`], { env: ENVIRONMENT, encoding: 'utf8' });
  fc.assert(
    fc.property(text, (value) => {
      expect(back(shellWord(value))).toBe(value);
      expect(back(shellWordOf([{ text: value }, { expansion: '${LISTING_TOKEN}' }]))).toBe(
        value + ENVIRONMENT.LISTING_TOKEN,
      );
    }),
    { numRuns: 60 },
  );
});

describe('rerun', () => {
  const of = (over: Parameters<typeof contract>[1], options: Record<string, unknown> = {}) => {
    const report = { ...unsealed({ contracts: [contract([module([check({ id: 'health.a' })])], over)] }), digest: '' };
    return rerun({ ...report, run: { ...report.run, options } }, 'health.a');
  };

  test('names the target and the check', () => {
    expect(of({})).toBe('npx adserver-conformance certify https://ads.example.com/api/v1 --only health.a');
  });

  test('quotes the target and repeats what decides how it is judged', () => {
    expect(of({ target: 'http://localhost:8080/api/v1?a=1&b=2' }, { local: true, apiKey: true, rate: '5/s' })).toBe(
      `npx adserver-conformance certify 'http://localhost:8080/api/v1?a=1&b=2' --local --rate 5/s --only health.a`,
    );
    expect(of({ id: 'listing' }, { throttleWindow: 5, listingBlocked: true, listingTemplateId: 7 })).toBe(
      'npx adserver-conformance certify --listing-url https://ads.example.com/api/v1 --listing-template-id 7 --listing-blocked --throttle-window 5 --only health.a',
    );
  });

  test('names the addresses that were given', () => {
    expect(of({}, { resolve: ['ads.example.com:443:203.0.113.7', "x'; id"], local: true })).toBe(
      `npx adserver-conformance certify https://ads.example.com/api/v1 --resolve ads.example.com:443:203.0.113.7 --resolve 'x'\\''; id' --local --only health.a`,
    );
  });

  test('names the headers of the run with variables for their values', () => {
    expect(of({}, { header: ['cf-access-client-id'], listingHeader: ['x-other'] })).toBe(
      'npx adserver-conformance certify https://ads.example.com/api/v1 --header "cf-access-client-id: ${ADSERVER_HEADER_CF_ACCESS_CLIENT_ID}" --only health.a',
    );
    expect(of({ id: 'listing' }, { listingHeader: ['x-gate', 'x"; id; "'] })).toBe(
      'npx adserver-conformance certify --listing-url https://ads.example.com/api/v1 --listing-header "x-gate: ${LISTING_HEADER_X_GATE}" --only health.a',
    );
  });

  test('keeps to the terms that options stated', () => {
    expect(of({}, { slot: ['a', 'b c'], advertiser: 'Test buyer', creativeHost: 'cdn.example.org' })).toBe(
      `npx adserver-conformance certify https://ads.example.com/api/v1 --slot a --slot 'b c' --advertiser 'Test buyer' --creative-host cdn.example.org --only health.a`,
    );
  });

  test('names the files that decide what is sent, and the maximum of pages', () => {
    const files = { config: 'our terms.json', reportRequest: 'report.json' };
    expect(of({}, { files, booking: { inventoryIds: ['a'] }, maxPages: 3 })).toBe(
      `npx adserver-conformance certify https://ads.example.com/api/v1 --config 'our terms.json' --report-request report.json --max-pages 3 --only health.a`,
    );
  });

  describe('names what must run besides for the failure to show', () => {
    const ending = (rerunWith: readonly string[], ...others: readonly string[]) => {
      const modules = [
        module([check({ id: 'health.a', rerunWith }), check({ id: 'health.b' })]),
        ...others.map((id) => module([check({ id: `${id}.a` })], { id })),
      ];
      const command = rerun({ ...unsealed({ contracts: [contract(modules)] }), digest: '' }, 'health.a');
      return /v1(.*)$/.exec(command ?? '')?.[1];
    };

    test('as checks', () => {
      expect(ending(['orders.a', 'health.b'], 'orders', 'auth')).toBe(' --only health.a,orders.a,health.b');
    });

    test('as modules, and then none of their checks', () => {
      expect(ending(['health', 'orders'], 'orders', 'auth')).toBe(' --only health,orders');
    });

    test('and nothing if that is all there is', () => {
      expect(ending(['health', 'orders'], 'orders')).toBe('');
    });
  });

  test('has no command for what is not of this suite', () => {
    expect(rerun({ ...unsealed(), digest: '' }, 'custom.a')).toBeUndefined();
  });
});
