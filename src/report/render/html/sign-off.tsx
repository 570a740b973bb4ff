import { CONTRACT_NAMES } from '../../contract-names.ts';
import type { ContractResult, Report } from '../../model.ts';
import { oneLine, Prose } from './words.tsx';

/** The statements that no request can show: a list with empty boxes, for a person to confirm on paper. */
export function SignOff({ report }: { readonly report: Report }) {
  const contracts = report.contracts.filter(({ attested }) => attested.length > 0);
  if (contracts.length === 0) return null;
  return (
    <section class="sign-off" id="sign-off" aria-labelledby="sign-off-title">
      <h2 id="sign-off-title">To sign off</h2>
      <p>
        No request can show whether these statements are true. A person who knows the service confirms them. They are
        not part of the verdict.
      </p>
      {contracts.map((contract) => (
        <Statements contract={contract} />
      ))}
      <dl class="signature">
        <div>
          <dt>Name and role</dt>
          <dd />
        </div>
        <div>
          <dt>Date</dt>
          <dd />
        </div>
        <div>
          <dt>Signature</dt>
          <dd />
        </div>
      </dl>
      <p class="note">
        For run <code>{oneLine(report.run.id, 60)}</code>, report{' '}
        <code class="digest">{oneLine(report.digest, 100)}</code>
      </p>
    </section>
  );
}

function Statements({ contract }: { readonly contract: ContractResult }) {
  return (
    <>
      <h3>{CONTRACT_NAMES[contract.id]}</h3>
      <ul class="statements">
        {contract.attested.map(({ section, requirement, why }) => (
          <li>
            <svg class="box" width="20" height="20" aria-hidden="true" focusable="false">
              <rect x="1" y="1" width="18" height="18" rx="3" />
            </svg>
            <div>
              <p class="statement">
                <Prose text={requirement} />
              </p>
              <p class="note">
                {oneLine(section, 160)} · <Prose text={why} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
