import { CONTRACT_NAMES, type ContractResult, type ModuleResult, type Report } from '../../model.ts';
import { tally } from '../../tally.ts';
import { counted, grouped } from '../../text.ts';
import { OUTCOME_ORDER, outcomeWord } from './outcome.tsx';
import { duration, Fact, Heads, instant, oneLine } from './words.tsx';

/** Completes the first printed page to a summary of the certificate. It is hidden on screens. */
export function PaperSummary({ report }: { readonly report: Report }) {
  const { run, tool, contracts, custom, created } = report;
  const statements = contracts.reduce((total, { attested }) => total + attested.length, 0);
  return (
    <section class="paper">
      {contracts.map((contract) => (
        <Modules contract={contract} />
      ))}
      {custom.length > 0 && <p>Own programs: {counted(custom.length, 'module')}, without effect on the verdict.</p>}
      <dl class="facts">
        <Fact name="Judged">
          {instant(run.startedAt)}, {counted(run.requests, 'request')} in {duration(run.durationMs)}, run{' '}
          <code>{oneLine(run.id, 60)}</code>
        </Fact>
        <Fact name="Tool">
          {oneLine(tool.name, 80)} {oneLine(tool.version, 40)}
        </Fact>
        <Fact name="Digest">
          <code class="digest">{oneLine(report.digest, 100)}</code>
        </Fact>
        <Fact name="Not shown here">
          {report.verdict === 'failed' && statements > 0 && `${counted(statements, 'statement')} to sign off, `}
          {counted(created.length, 'created draft')} to remove, and all requests: see the page itself.
        </Fact>
      </dl>
    </section>
  );
}

function Modules({ contract }: { readonly contract: ContractResult }) {
  return (
    <table>
      <caption>
        {CONTRACT_NAMES[contract.id]}, contract {oneLine(contract.version, 40)}
      </caption>
      <Heads names={['Module', 'Passed', 'Other outcomes']} />
      <tbody>
        {contract.modules.slice(0, 24).map((module) => (
          <ModuleRow module={module} />
        ))}
      </tbody>
    </table>
  );
}

function ModuleRow({ module }: { readonly module: ModuleResult }) {
  const { counts, total } = tally(module.checks);
  const others = OUTCOME_ORDER.filter((outcome) => outcome !== 'pass' && counts[outcome] > 0);
  return (
    <tr>
      <th scope="row">{oneLine(module.title, 80)}</th>
      <td>
        {grouped(counts.pass)} of {grouped(total)}
      </td>
      <td>
        {others.map((outcome) => `${grouped(counts[outcome])} ${outcomeWord(outcome, counts[outcome])}`).join(', ')}
      </td>
    </tr>
  );
}
