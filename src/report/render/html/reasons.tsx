import { CONTRACT_NAMES } from '../../contract-names.ts';
import { alerts } from '../../verdict-words.ts';
import type { View } from './view.ts';
import { Linked } from './words.tsx';

const MOST = 40;

/** Why the run has its verdict: patterns across the run, then the reasons by contract. */
export function Reasons({ view }: { readonly view: View }) {
  const { report } = view;
  if (report.reasons.length === 0) return null;
  const alerted = alerts(report);
  const ofContracts = new Set(report.contracts.flatMap(({ reasons }) => reasons));
  const ofRun = report.reasons.filter((reason) => !ofContracts.has(reason) && !alerted.includes(reason));
  const contracts = report.contracts.filter(({ reasons }) => reasons.length > 0);
  return (
    <section class="reasons" id="reasons" aria-labelledby="reasons-title">
      <h2 id="reasons-title">{report.verdict === 'certified' ? 'Reasons' : 'Why this is not a certificate'}</h2>
      <List reasons={ofRun} view={view} />
      {contracts.map(({ id, reasons }) => (
        <>
          {report.contracts.length > 1 && <h3>{CONTRACT_NAMES[id]}</h3>}
          <List reasons={reasons} view={view} />
        </>
      ))}
    </section>
  );
}

function List({ reasons, view }: { readonly reasons: readonly string[]; readonly view: View }) {
  if (reasons.length === 0) return null;
  return (
    <ul>
      {reasons.slice(0, MOST).map((reason) => (
        <li>
          <Linked text={reason} view={view} />
        </li>
      ))}
    </ul>
  );
}
