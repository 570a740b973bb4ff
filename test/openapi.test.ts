import { Ajv2020 } from 'ajv/dist/2020.js';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { asText, CONTRACTS, openApi } from '../scripts/openapi.js';
import type { Transport, WireRequest, WireResult } from '../src/http/transport.ts';
import { formats } from '../src/schema/formats.ts';
import { isObject, member } from '../src/text/json.ts';
import { DirectTransport } from './direct-transport.ts';
import { onStand } from './listing/judge.ts';

it.each(CONTRACTS)('a linter of OpenAPI finds nothing in the document of %s', async (contract) => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = asText.yaml(await openApi(contract));
  const problems = await lintFromString({ source, absoluteRef: `${contract}.yaml`, config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

describe('in a run against the reference publisher', () => {
  it('every request that is not odd on purpose, and every answer, fits the documents', async () => {
    const transport = new RecordingTransport();
    await onStand([], ({ publisher, run }) => {
      transport.inner.to(publisher);
      return run({ baseUrl: publisher.baseUrl, apiKey: publisher.keys.full, transport });
    });
    const documents = await Promise.all(CONTRACTS.map(async (contract) => new Document(await openApi(contract))));
    const misfits = new Set<string>();
    for (const { request, result } of transport.calls) {
      const document = documents.find((one) => one.operation(request) !== undefined);
      if (document === undefined) continue;
      for (const misfit of document.misfits(request, result)) misfits.add(misfit);
    }
    expect([...misfits]).toEqual([]);
    expect(transport.calls.length).toBeGreaterThan(300);
  });
});

/** Hands requests on and keeps them with their answers. */
class RecordingTransport implements Transport {
  readonly inner = new DirectTransport();
  readonly calls: { readonly request: WireRequest; readonly result: WireResult }[] = [];

  async send(request: WireRequest, signal?: AbortSignal): Promise<WireResult> {
    const result = await this.inner.send(request, signal);
    this.calls.push({ request, result });
    return result;
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}

/** An OpenAPI document, and what of a call does not fit it. */
class Document {
  readonly #document: unknown;
  readonly #ajv = new Ajv2020({ allErrors: true, strict: false });

  constructor(document: unknown) {
    this.#document = document;
    for (const [name, fits] of Object.entries(formats)) this.#ajv.addFormat(name, fits);
    this.#ajv.addSchema({ $id: 'document:', ...(isObject(document) ? document : {}) });
  }

  /** The JSON pointer of what the document says of this path and method. */
  operation({ method, url }: WireRequest): string | undefined {
    const paths = member(this.#document, 'paths');
    const path = Object.keys(isObject(paths) ? paths : {}).find((one) => url.pathname.endsWith(`/api/v1${one}`));
    if (path === undefined) return undefined;
    const pointer = `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`;
    return this.#at(pointer) === undefined ? undefined : pointer;
  }

  *misfits(request: WireRequest, result: WireResult): Generator<string> {
    const pointer = this.operation(request) ?? '';
    if (request.odd === undefined) {
      const body = this.#fault(`${pointer}/requestBody/content/application~1json/schema`, request.body);
      if (body !== null) yield `${pointer} ${body}`;
      yield* this.#parameterMisfits(pointer, request);
    }
    if (result.kind !== 'answer') return;
    const { status } = result;
    const known = [String(status), `${Math.floor(status / 100)}XX`].find(
      (name) => this.#at(`${pointer}/responses/${name}`) !== undefined,
    );
    if (known === undefined) yield `${pointer}: ${status} is not in the document`;
    const reference = member(this.#at(`${pointer}/responses/${known}`), '$ref');
    const response = typeof reference === 'string' ? reference.slice(1) : `${pointer}/responses/${known}`;
    const answer = this.#fault(`${response}/content/application~1json/schema`, result.body);
    if (answer !== null) yield `${pointer} ${status} ${answer}`;
  }

  *#parameterMisfits(pointer: string, { url, headers }: WireRequest): Generator<string> {
    const parameters = this.#at(`${pointer}/parameters`);
    if (!Array.isArray(parameters)) return;
    for (const [index, parameter] of parameters.entries()) {
      const name = String(member(parameter, 'name'));
      const text = member(parameter, 'in') === 'header' ? headers[name.toLowerCase()] : url.searchParams.get(name);
      const isMissing = text === undefined || text === null;
      if (isMissing && member(parameter, 'required') === true) yield `${pointer}: ${name} is missing`;
      if (isMissing) continue;
      const fault = this.#fault(
        `${pointer}/parameters/${index}/schema`,
        /^-?\d+$/.test(text) ? text : JSON.stringify(text),
      );
      if (fault !== null) yield `${pointer}: ${name} ${fault}`;
    }
  }

  /** Why a body does not fit the schema at this place; `null` if it does, or if the document names no schema there. */
  #fault(pointer: string, body: string | Uint8Array | undefined): string | null {
    if (this.#at(pointer) === undefined) return null;
    const fits = this.#ajv.getSchema(`document:#${pointer}`);
    const text = Buffer.from(body ?? '').toString();
    if (fits?.(JSON.parse(text)) === true) return null;
    return `${this.#ajv.errorsText(fits?.errors)} in ${text.slice(0, 300)}`;
  }

  #at(pointer: string): unknown {
    const names = pointer.split('/').slice(1);
    return names.reduce(
      (part: unknown, name) => member(part, name.replaceAll('~1', '/').replaceAll('~0', '~')),
      this.#document,
    );
  }
}
