import type { ComponentChildren } from 'preact';
import { accountOf } from '../report/account.ts';
import { CONTRACT_NAMES, type Report } from '../report/model.ts';
import { counted, instant } from '../report/text.ts';
import { oneLine } from '../report/render/html/words.tsx';

/** Who was judged, by which contracts, where and when, and by which version. */
export function Facts({ report }: { readonly report: Report }) {
  const { contracts, run, tool, created } = report;
  const { name, id } = accountOf(report);
  return (
    <dl class="facts">
      <Fact name="Account">
        {name === undefined && id === undefined ? 'not named by the service' : oneLine(name ?? '', 120)}
        {id !== undefined && (
          <span class="quiet">
            {' '}
            <code>{oneLine(id, 60)}</code>
          </span>
        )}
      </Fact>
      <Fact name="Run ended">
        {instant(run.finishedAt)}, run <code>{oneLine(run.id, 30)}</code>
      </Fact>
      {contracts.map((contract) => (
        <>
          <Fact name={CONTRACT_NAMES[contract.id]} lines={2}>
            <code>{oneLine(contract.target, 160)}</code>
          </Fact>
          <Fact name="Contract">
            {CONTRACT_NAMES[contract.id]}, version {oneLine(contract.version, 40)}
          </Fact>
        </>
      ))}
      <Fact name="Suite">
        {oneLine(tool.name, 60)} {oneLine(tool.version, 30)}
      </Fact>
      <Fact name="Evidence">
        {counted(run.requests, 'request')} recorded, {counted(created.length, 'draft')} created
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly lines?: 1 | 2;
  readonly children: ComponentChildren;
}

function Fact({ name, lines = 1, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={`cut ${lines === 1 ? 'one' : ''}`}>{children}</dd>
    </div>
  );
}
