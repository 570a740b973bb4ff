import { wordsOf, type ReleaseCatalogue } from '../../src/report/catalogue.ts';
import type { Report } from '../../src/report/model.ts';
import type { Build } from '../../src/report/verify.ts';

/** A build that knows the release of this report, as if all that it holds were right. */
export function buildOf({ tool, contracts }: Report): Build {
  const none = { version: '1', checks: {}, attested: [] };
  const known = contracts.map(({ id, version, modules, attested }) => {
    const checks = modules.flatMap((module) => module.checks);
    const entries = checks.map(({ id: check, level, section, requirement }) => {
      return [check, { level, words: wordsOf({ section, requirement }), conditional: true as const }] as const;
    });
    return [id, { version, checks: Object.fromEntries(entries), attested: attested.map(wordsOf) }] as const;
  });
  const catalogue: ReleaseCatalogue = {
    version: tool.version,
    contracts: { 'ad-server': none, listing: none, ...Object.fromEntries(known) },
  };
  const byOptions = () => ({ faults: [], inapplicable: new Set<string>() });
  return {
    version: tool.version,
    releaseOf: (report) => (report.tool.version === tool.version ? { catalogue, byOptions } : undefined),
  };
}
