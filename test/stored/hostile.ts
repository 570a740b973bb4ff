import { sealed } from '../../src/report/digest.ts';
import type { CheckResult, Report } from '../../src/report/model.ts';
import stored from './failed.report.json' with { type: 'json' };

/** What a service may send to break out of whatever shows it. */
export const HOSTILE = [
  '\u001b[2J\u001b]0;owned\u0007\u009b31m',
  '\u202edraobeht\u2066\u200b\ufeff\ud800',
  '</script><script>alert(1)</script><img src=x onerror=alert(1)>',
  ']]>&<!--',
  '```\n# injected\n````\n~~~\n</details>',
  '| a | b |\n|---|---|\n![x](https://evil.example/x.png) [y](javascript:alert(1)) @everyone #1 www.evil.example',
  '\r\n::error title=injected::message\n::set-output name=x::y\n##[error]x %0A::stop-commands::x',
  "'; touch /tmp/owned; $(touch /tmp/owned) `touch /tmp/owned` \\' \" !!",
  'not ok 1 - injected\n1..0\nBail out!',
].join(' ');

/** The stored report with hostile text wherever a service decides the text. */
export function hostileReport(text: string = HOSTILE): Report {
  const report = stored as unknown as Report;
  const spoil = (check: CheckResult): CheckResult => ({
    ...check,
    message: check.outcome === 'skip' && check.message.startsWith('Waits for') ? check.message : text,
    ...(check.expected === undefined ? {} : { expected: text }),
    ...(check.actual === undefined ? {} : { actual: text }),
    ...(check.pointer === undefined ? {} : { pointer: `/${text.replaceAll('~', '~0').replaceAll('/', '~1')}` }),
  });
  const { digest: _digest, signature: _signature, ...unsealed } = report;
  return sealed({
    ...unsealed,
    reasons: [...report.reasons, `The service said ${text}.`],
    contracts: report.contracts.map((contract) => ({
      ...contract,
      modules: contract.modules.map((module) => ({ ...module, checks: module.checks.map(spoil) })),
    })),
    custom: report.custom.map((module) => ({
      ...module,
      title: text,
      checks: module.checks.map((check) => ({ ...spoil(check), requirement: text, section: text })),
    })),
    created: report.created.map((order) => ({
      ...order,
      ...(order.orderId === undefined ? {} : { orderId: text }),
      lineItemIds: [text, 'x'.repeat(1_000_000)],
    })),
    exchanges: report.exchanges.map((exchange, index) => ({
      ...exchange,
      request: { ...exchange.request, ...(exchange.request.body === undefined ? {} : { body: text }) },
      ...(exchange.response === null
        ? { error: text }
        : {
            response: {
              ...exchange.response,
              headers: { 'content-type': text, [text]: text },
              body: index % 2 === 0 ? JSON.stringify({ [text]: { [text]: text } }) : text + 'y'.repeat(90_000),
            },
          }),
    })),
  });
}
