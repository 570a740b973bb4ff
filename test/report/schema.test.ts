import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import diagnosisSchema from '../../schemas/diagnosis.schema.json' with { type: 'json' };
import manifestSchema from '../../schemas/package-manifest.schema.json' with { type: 'json' };
import answersSchema from '../../schemas/sign-off-answers.schema.json' with { type: 'json' };
import signOffSchema from '../../schemas/sign-off.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import { formats } from '../../src/schema/formats.ts';
import { check, exchange, report, reportOf, unsealed } from './sample.ts';

const ajv = new Ajv2020({ allErrors: true, strictTypes: false, formats: { 'date-time': formats['date-time'] } });
ajv.addSchema(reportSchema).addSchema(diagnosisSchema);
const faults = (schema: string, value: unknown) => {
  const validate = ajv.getSchema(schema);
  if (validate === undefined) throw new Error(`No schema ${schema}`);
  // As a file would hold it: without members that are undefined.
  return validate(JSON.parse(JSON.stringify(value))) === true
    ? []
    : (validate.errors ?? []).map(({ instancePath }) => instancePath);
};
const inReport = (value: unknown) => faults('report.schema.json', value);

describe('the report format', () => {
  test('takes a report', () => {
    expect(inReport(report())).toEqual([]);
  });

  test('takes members and kinds that it does not know', () => {
    const newer = { kind: 'another', whatever: 1 };
    const result = check({ outcome: 'fail', because: newer as never, found: newer as never });
    expect(inReport({ ...reportOf('failed', [result]), because: [newer], extra: 1 })).toEqual([]);
  });

  test('takes every optional member', () => {
    const full = {
      ...report({
        run: { ...unsealed().run, interrupted: true },
        created: [
          { externalRef: 'r', name: 'n', advertiser: 'a', lineItemIds: [], uncertain: true },
          { orderId: 'o', externalRef: 'r', name: 'n', advertiser: 'a', lineItemIds: ['l'] },
        ],
        exchanges: [
          exchange({ response: null, error: 'timeout' }),
          exchange({ id: 'x2', response: { status: 200, headers: {}, bodyBase64: '/w==', bodyTruncated: 900 } }),
        ],
      }),
      signature: `ed25519:${'A'.repeat(86)}==`,
    };
    expect(inReport(full)).toEqual([]);
  });

  test.each([
    ['a cause without its facts', reportOf('failed', [check({ because: { kind: 'blocked' } as never })])],
    ['another format', { ...report(), format: 'adserver-conformance/report@2' }],
    ['null for an optional member', { ...report(), signature: null }],
    ['a digest of another kind', { ...report(), digest: 'md5:00' }],
    ['a verdict that does not exist', { ...report(), verdict: 'great' }],
    ['a time that is none', report({ run: { ...unsealed().run, startedAt: 'yesterday' } })],
    [
      'an outcome that does not exist',
      {
        ...report(),
        contracts: [
          {
            ...report().contracts[0],
            modules: [{ id: 'health', title: '', durationMs: 0, checks: [{ ...check(), outcome: 'ok' }] }],
          },
        ],
      },
    ],
    ['a check id with capitals', reportOf('certified', [check({ id: 'health.X' })])],
    ['a pointer that is none', reportOf('certified', [check({ pointer: 'a/b' })])],
    ['no answer and no reason', report({ exchanges: [exchange({ response: null })] })],
    [
      'two bodies',
      report({ exchanges: [exchange({ response: { status: 200, headers: {}, body: '', bodyBase64: '' } })] }),
    ],
  ])('refuses %s', (_what, value) => {
    expect(inReport(value)).not.toEqual([]);
  });
});

describe('the diagnosis format', () => {
  const capabilities = {
    inventory_read: 'confirmed',
    forecast: 'confirmed',
    reporting: 'not_verified',
    draft_booking: 'not_verified',
  };
  const diagnosis = {
    format: 'adserver-conformance/diagnosis@1',
    connection: { status: 'connected', accountName: 'A', timezone: 'Europe/Berlin', currency: 'EUR', capabilities },
    layer: null,
    advice: [{ who: 'publisher', what: 'Nothing.' }],
    steps: [
      {
        id: 'dns',
        title: 'Name',
        outcome: 'pass',
        durationMs: 1,
        message: 'ok',
        details: { addresses: ['203.0.113.1'] },
      },
    ],
    exchanges: [exchange()],
  };
  const broken = {
    ...diagnosis,
    connection: { status: 'error', label: 'auth_error', lastError: '401', capabilities },
    layer: 'credential',
  };
  const inDiagnosis = (value: unknown) => faults('diagnosis.schema.json', value);

  test.each([
    ['a connection', diagnosis],
    ['an error', broken],
  ])('takes %s', (_what, value) => {
    expect(inDiagnosis(value)).toEqual([]);
  });

  test.each([
    ['an error without a label', { ...broken, connection: { status: 'error', capabilities } }],
    [
      'a label without an error',
      { ...diagnosis, connection: { status: 'connected', label: 'forbidden', capabilities } },
    ],
    ['a layer that does not exist', { ...broken, layer: 'magic' }],
    ['no layer at all', { ...diagnosis, layer: undefined }],
    [
      'three capabilities',
      { ...diagnosis, connection: { status: 'connected', capabilities: { ...capabilities, forecast: undefined } } },
    ],
    ['an exchange of another form', { ...diagnosis, exchanges: [{ id: 'x1' }] }],
  ])('refuses %s', (_what, value) => {
    expect(inDiagnosis(value)).not.toEqual([]);
  });
});

/** Every subschema that says what a value may be. */
function* valueSchemas(schema: unknown, path: string): Generator<[string, Record<string, unknown>]> {
  if (typeof schema !== 'object' || schema === null) return;
  const node = schema as Record<string, unknown>; // An object, as just seen.
  if ('type' in node || 'anyOf' in node) yield [path, node];
  for (const key of ['properties', '$defs']) {
    for (const [name, child] of Object.entries(node[key] ?? {})) yield* valueSchemas(child, `${path}/${key}/${name}`);
  }
  for (const key of ['items', 'additionalProperties']) yield* valueSchemas(node[key], `${path}/${key}`);
}

test.each([
  ['report', reportSchema],
  ['diagnosis', diagnosisSchema],
  ['sign-off', signOffSchema],
  ['answers', answersSchema],
  ['package', manifestSchema],
])('the schema of the %s describes every value', (_name, schema) => {
  const silent = [...valueSchemas(schema, '')].filter(([, node]) => typeof node['description'] !== 'string');
  expect(silent.map(([path]) => path)).toEqual([]);
});
