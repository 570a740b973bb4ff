import { describe, expect, it } from 'vitest';
import { DIAGNOSIS_FORMAT, type Diagnosis } from '../../src/diagnose/model.ts';
import { renderDiagnosisPage } from '../../src/diagnose/render/html.ts';
import { renderDiagnosisMarkdown } from '../../src/diagnose/render/markdown.ts';
import { renderDiagnosis } from '../../src/diagnose/render/terminal.ts';

const capabilities = {
  inventory_read: 'not_verified',
  forecast: 'not_verified',
  reporting: 'not_verified',
  draft_booking: 'not_verified',
} as const;

const broken: Diagnosis = {
  format: DIAGNOSIS_FORMAT,
  connection: { status: 'error', label: 'auth_error', lastError: 'Unknown API key', capabilities },
  target: 'https://ads.acme.com/api/v1',
  startedAt: '2026-11-23T12:30:05.123Z',
  cause: 'The service refuses the API key (401).',
  whose: 'both',
  tellPublisher: 'On 23 November 2026 we tried to connect. Please compare the key with the one in your console.',
  layer: 'credential',
  advice: [
    { who: 'publisher', what: 'Compare the key with the one in your console.' },
    { who: 'platform', what: 'Enter the key again.' },
  ],
  steps: [
    { id: 'address', title: 'Base address', outcome: 'pass', durationMs: 0.4, message: 'Looks well-formed.' },
    { id: 'tls', title: 'TLS', outcome: 'warn', durationMs: 12, message: 'The certificate expires in 5 days.' },
    { id: 'health', title: 'GET /health', outcome: 'fail', durationMs: 81.6, message: 'Got 401, “Unknown API key”.' },
    { id: 'account', title: 'Account context', outcome: 'skip', durationMs: 0, message: 'Not tried: it waits.' },
    { id: 'elsewhere', title: 'Other addresses', outcome: 'skip', durationMs: 0, message: 'Not needed.' },
  ],
  exchanges: [],
};

const connected: Diagnosis = {
  ...broken,
  connection: { status: 'connected', accountName: 'ACME', timezone: 'Europe/Berlin', currency: 'EUR', capabilities },
  layer: null,
  advice: [],
  steps: [],
};

const evil = '\u001b[31mred\u202e|<script>@team [x](http://evil.test) #1 `code`\n::error::x';
const hostile: Diagnosis = {
  ...broken,
  connection: { status: 'error', label: 'unreachable', lastError: evil, accountName: evil, capabilities },
  cause: evil,
  tellPublisher: evil,
  advice: [{ who: 'publisher', what: evil }],
  steps: [{ id: 'health', title: 'GET /health', outcome: 'fail', durationMs: 1, message: evil }],
};

const plain = { color: false, width: 80 };

describe('a diagnosis on a terminal', () => {
  it('says where and when, the cause, whose job it is, what to say, what to do, then the steps', () => {
    expect(renderDiagnosis(broken, plain)).toBe(
      [
        'https://ads.acme.com/api/v1                              2026-11-23 12:30:05 UTC',
        '✗ The service refuses the API key (401).',
        '  The publisher and the platform have to look at this. The client shows: error',
        '  (auth_error), “Unknown API key”.',
        '',
        'Tell the publisher',
        '  On 23 November 2026 we tried to connect. Please compare the key with the one',
        '  in your console.',
        '',
        'What the platform does',
        '  1. Enter the key again.',
        '',
        'Steps',
        '  ✓ Base address      0 ms  Looks well-formed.',
        '  ! TLS              12 ms  The certificate expires in 5 days.',
        '  ✗ GET /health      82 ms  Got 401.',
        '  Not tried: Account context.',
        '',
      ].join('\n'),
    );
  });

  it('names the account of a connection that works', () => {
    expect(renderDiagnosis(connected, plain)).toContain('\n✓ Connected to ACME (Europe/Berlin, EUR).\n');
  });

  it('of an earlier version still names the error and all advice', () => {
    const { target, startedAt, cause, whose, tellPublisher, ...earlier } = broken;
    expect([target, startedAt, cause, whose, tellPublisher]).not.toContain(undefined);
    const text = renderDiagnosis(earlier, plain);
    expect(text).toMatch(/^✗ Unknown API key\n/);
    expect(text).toContain('  1. Compare the key with the one in your console.\n  2. Enter the key again.');
  });

  it('says where the fault may lie with this machine', () => {
    const step = {
      id: 'dns',
      title: 'DNS',
      outcome: 'fail',
      durationMs: 1,
      message: 'x',
      details: { conclusive: false },
    } as const;
    expect(renderDiagnosis({ ...broken, steps: [step] }, plain)).toContain(
      'Not certain: this machine, or what it was given, may be the cause.',
    );
  });

  it.each([40, 60, 120])('fits a width of %i', (width) => {
    const long = { ...broken, advice: [{ who: 'publisher' as const, what: 'word '.repeat(60).trim() }] };
    const widths = renderDiagnosis(long, { color: false, width })
      .split('\n')
      .map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(width);
  });

  it('is coloured on request alone', () => {
    expect(renderDiagnosis(broken, { color: true, width: 80 })).toContain('\u001b[');
    expect(renderDiagnosis(broken, plain)).not.toContain('\u001b[');
  });

  it('shows hostile text harmlessly', () => {
    const text = renderDiagnosis(hostile, plain);
    for (const unsafe of ['\u001b', '\u202e']) expect(text).not.toContain(unsafe);
    expect(text).not.toMatch(/^::/m);
  });
});

describe('a diagnosis in Markdown', () => {
  it('says the same in the same order', () => {
    expect(renderDiagnosisMarkdown(broken)).toBe(
      [
        '`https://ads.acme.com/api/v1` · 2026-11-23 12:30:05 UTC',
        '',
        '**The service refuses the API key (401).**',
        '',
        'The publisher and the platform have to look at this. The client shows: error (auth\\_error), “Unknown API key”.',
        '',
        '### Tell the publisher',
        '',
        'On 23 November 2026 we tried to connect. Please compare the key with the one in your console.',
        '',
        '### What the platform does',
        '',
        '1. Enter the key again.',
        '',
        '### Steps',
        '',
        '| Step | Outcome | Found |',
        '| --- | --- | --- |',
        '| Base address | passed | Looks well-formed. |',
        '| TLS | warning | The certificate expires in 5 days. |',
        '| GET /health | **failed** | Got 401. |',
        '',
      ].join('\n'),
    );
  });

  it('keeps addresses whole', () => {
    const cause = 'The base address is wrong: the service answers at https://ads.acme.com/v1.';
    expect(renderDiagnosisMarkdown({ ...broken, cause })).toContain('answers at `https://ads.acme.com/v1`.**');
  });

  it('makes no markup, mention, reference or link of hostile text', () => {
    const text = renderDiagnosisMarkdown(hostile);
    for (const unsafe of ['\u001b', '\u202e', '<script']) expect(text).not.toContain(unsafe);
    expect(text.replaceAll('`http://evil.test`', '')).not.toMatch(/@team|http:\/\/|(?<!\\)\[x\]|#1/);
    expect(text.split('\n').filter((line) => line.startsWith('| GET'))).toHaveLength(1);
  });
});

describe('a diagnosis as a page', () => {
  it('says the cause, whose job it is, what to tell the publisher, and the steps that were tried with their times', () => {
    const page = renderDiagnosisPage(broken);
    const text = page.replace(/<style[^]*?<\/style>/, '').replace(/<[^>]+>/g, ' ');
    for (const part of [
      'The service refuses the API key (401).',
      'The publisher and the platform have to look',
      'Please compare',
      'Enter the key again.',
      'GET /health',
      '82 ms',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Not needed.');
  });

  it('shows what a service said as text, and runs no script', () => {
    const page = renderDiagnosisPage(hostile);
    expect(page).not.toContain('<script>');
    for (const control of ['\u001b', '\u202e']) expect(page).not.toContain(control);
    expect(page).toMatch(
      /Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-|default-src 'none'; style-src 'sha256-/,
    );
  });
});
