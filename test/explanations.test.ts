import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { suite } from '../checks/suite.ts';
import { readExplanations } from '../scripts/explanations.js';
import { readExplanations as readPacked, type Example } from '../src/cli/explanations.ts';
import { checksOf } from '../src/engine/suite.ts';
import { faultsOf } from '../src/schema/faults.ts';
import * as validators from '../src/schema/generated/validators.js';
import type { Validator } from '../src/schema/validator.ts';

const explanations = await readExplanations(fileURLToPath(new URL('../checks/explanations', import.meta.url)));
const ids = checksOf(suite).map(({ id }) => id);
const modules = suite.modules.map(({ id }) => id);

describe('the explanations', () => {
  it('cover every check, and nothing else', () => {
    expect(Object.keys(explanations).sort()).toEqual([...ids].sort());
  });

  it('reach the command as they are in the Markdown (after `npm run generate`)', async () => {
    expect(await readPacked()).toEqual(explanations);
  });

  describe.each(Object.entries(explanations))('%s', (id, explanation) => {
    const { plain, why, client, right, wrong, causes } = explanation;

    it('lists two to four causes', () => {
      expect(causes.length).toBeGreaterThanOrEqual(2);
      expect(causes.length).toBeLessThanOrEqual(4);
    });

    it('mentions only checks that exist', () => {
      const mentioned = [...[plain, why, client, ...causes].join(' ').matchAll(/`([a-z-]+)\.[a-z0-9-]+`/g)];
      const checks = mentioned.filter(([, prefix = '']) => modules.includes(prefix)).map(([text]) => text.slice(1, -1));
      expect(checks.filter((check) => !ids.includes(check))).toEqual([]);
    });

    it('shows a right example and a different wrong one, within 80 columns', () => {
      expect(right).not.toEqual(wrong);
      const lines = [right, wrong].flatMap(({ text }) => text.split('\n'));
      // The command indents them by two.
      expect(lines.filter((line) => line.length > 78)).toEqual([]);
    });

    it('has readable JSON in both examples', () => {
      for (const example of [right, wrong])
        for (const { body } of partsOf(example)) expect(() => void JSON.parse(body), body).not.toThrow();
    });

    it('has a right example that fits the schemas', () => {
      const [module = ''] = id.split('.');
      expect(partsOf(right).flatMap((part) => faultsIn(part, module))).toEqual([]);
    });
  });
});

/** The JSON of an example: the body of a request or of the response to it, or a part of a body. */
type Part =
  | { readonly of: 'response'; readonly path: string; readonly status: number; readonly body: string }
  | { readonly of: 'request'; readonly body: string }
  | { readonly of: 'snippet'; readonly body: string };

function partsOf({ form, text }: Example): Part[] {
  if (form === 'http') return bodiesOf(text);
  if (form === 'json') return [{ of: 'snippet', body: text }];
  const lines = text.split('\n').filter((line) => /^[[{]/.test(line));
  return lines.map((body) => ({ of: 'snippet', body }));
}

const FIRST_LINE = /^(?:(?:GET|POST) \/api\/v1(\/[a-z/]+)(?:\?\S+)?|HTTP\/1\.1 (\d{3}) [A-Z][A-Za-z ]+)$/;
const NOTE_OR_HEADER = /^(?:# .+|[A-Z][A-Za-z-]+:.*)?$/;

/** Requests and responses in turn; what follows notes and headers is the body. */
function bodiesOf(text: string): Part[] {
  const parts: Part[] = [];
  let asked: string | undefined;
  for (const message of text.split(/\n+(?=(?:GET|POST) |HTTP\/)/)) {
    const [first = '', ...rest] = message.trimEnd().split('\n');
    const [found, path, status] = FIRST_LINE.exec(first) ?? [];
    asked = path ?? asked;
    if (found === undefined || asked === undefined) throw new Error(`Not a request or the response to one: ${first}`);
    const start = rest.findIndex((line) => !NOTE_OR_HEADER.test(line));
    if (start === -1) continue;
    const body = rest.slice(start).join('\n');
    parts.push(status === undefined ? { of: 'request', body } : { of: 'response', path: asked, status: +status, body });
  }
  return parts;
}

/** What is wrong with a body, as far as a schema speaks of it. */
function faultsIn(part: Part, module: string): readonly unknown[] {
  const value: unknown = JSON.parse(part.body);
  if (part.of === 'snippet') return faultsInSnippet(value, module);
  if (part.of === 'request') return [];
  const { path, status } = part;
  // The contract of the listing API names codes of errors, but no body for them.
  if (status >= 400) return LISTING.includes(path) ? [] : faultsOf(validators.errorBody, value);
  if (path === '/inventory') return faultsInPage(value);
  const validate = ANSWERS[path];
  return validate === undefined ? [] : faultsOf(validate, value);
}

const LISTING = ['/auth/token', '/toplists'];

/** By path; the answer of `GET /toplists` is not part of the contract. */
const ANSWERS: Readonly<Record<string, Validator<unknown>>> = {
  '/health': validators.accountContext,
  '/forecast': validators.forecastResult,
  '/orders': validators.orderResult,
  '/reports': validators.deliveryReport,
  '/auth/token': validators.token,
};

function faultsInPage(page: unknown): readonly unknown[] {
  const slots = page instanceof Object && 'data' in page && Array.isArray(page.data) ? page.data : [undefined];
  return slots.flatMap((slot) => faultsOf(validators.inventorySlot, slot));
}

/** A snippet shows some members of an account context, or a whole slot. */
function faultsInSnippet(value: unknown, module: string): readonly unknown[] {
  if (module === 'inventory') return faultsOf(validators.inventorySlot, value);
  if (module === 'health') return faultsOf(validators.accountContext, { ...ACCOUNT, ...Object(value) });
  return [`${module} has no snippets: show a whole message`];
}

const ACCOUNT = {
  account_id: '4711',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  capabilities: { forecast: true, reporting: true, draft_booking: true },
};
