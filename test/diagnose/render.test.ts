import { describe, expect, it } from 'vitest';
import { DIAGNOSIS_FORMAT, type Diagnosis } from '../../src/diagnose/model.ts';
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
  layer: 'credential',
  advice: [
    { who: 'publisher', what: 'Compare the key with the one in your console.' },
    { who: 'platform', what: 'Enter the key again.' },
  ],
  steps: [
    { id: 'address', title: 'Base address', outcome: 'pass', durationMs: 0.4, message: 'Its form is good.' },
    { id: 'tls', title: 'TLS', outcome: 'warn', durationMs: 12, message: 'The certificate expires in 5 days.' },
    { id: 'health', title: 'GET /health', outcome: 'fail', durationMs: 81.6, message: 'It answers 401.' },
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
  advice: [{ who: 'publisher', what: evil }],
  steps: [{ id: 'health', title: 'GET /health', outcome: 'fail', durationMs: 1, message: evil }],
};

const plain = { color: false, width: 80 };

describe('a diagnosis on a terminal', () => {
  it('says first what the client shows, then what to do, then what was seen', () => {
    expect(renderDiagnosis(broken, plain)).toBe(
      [
        '✗ The client shows: error (auth_error): the key is not accepted',
        '',
        '  Last error    Unknown API key',
        '  Breaks at     the API key',
        '  Capabilities  inventory_read not_verified, forecast not_verified, reporting',
        '                not_verified, draft_booking not_verified',
        '',
        'What to do',
        '   1. publisher  Compare the key with the one in your console.',
        '   2. platform   Enter the key again.',
        '',
        'What was seen',
        '  ✓ Base address      0 ms  Its form is good.',
        '  ! TLS              12 ms  The certificate expires in 5 days.',
        '  ✗ GET /health      82 ms  It answers 401.',
        '  Not tried: Account context.',
        '',
      ].join('\n'),
    );
  });

  it('names the account of a connection that works', () => {
    const text = renderDiagnosis(connected, plain);
    expect(text).toMatch(/^✓ The client shows: connected\n/);
    expect(text).toContain('  Account       ACME, Europe/Berlin, EUR\n');
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
    expect(renderDiagnosis({ ...broken, steps: [step] }, plain)).toContain('may lie with this machine');
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
  it('is short enough for a ticket', () => {
    expect(renderDiagnosisMarkdown(broken)).toBe(
      [
        '**The client shows: error (auth\\_error): the key is not accepted**',
        '',
        '- Last error: Unknown API key',
        '- Breaks at: the API key',
        '',
        'What to do:',
        '',
        '1. **publisher**: Compare the key with the one in your console.',
        '2. **platform**: Enter the key again.',
        '',
        '| Step | Outcome | What was seen |',
        '| --- | --- | --- |',
        '| Base address | good | Its form is good. |',
        '| TLS | odd | The certificate expires in 5 days. |',
        '| GET /health | **broken** | It answers 401. |',
        '',
      ].join('\n'),
    );
  });

  it('makes no markup, mention, reference or link of hostile text', () => {
    const text = renderDiagnosisMarkdown(hostile);
    for (const unsafe of ['\u001b', '\u202e', '<script']) expect(text).not.toContain(unsafe);
    expect(text).not.toMatch(/@team|http:\/\/|(?<!\\)\[x\]|(?<!\\)`|#1/);
    expect(text.split('\n').filter((line) => line.startsWith('| GET'))).toHaveLength(1);
  });
});
