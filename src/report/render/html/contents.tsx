import { CONTRACT_NAMES, type Report } from '../../model.ts';
import { ACTION_OUTCOMES, tally } from '../../tally.ts';
import { grouped } from '../../text.ts';
import { createdInWords } from '../../verdict-words.ts';
import { Sign } from './sign.tsx';
import { outcomeWord } from './outcome.tsx';
import { oneLine } from './words.tsx';
import { moduleAnchor } from './checks.tsx';

/** Links to the parts of the page, with the problems of each module. The page's script highlights the part in view. */
export function Contents({ report, fixes }: { readonly report: Report; readonly fixes: string | undefined }) {
  return (
    <nav class="contents" aria-label="Contents" data-contents>
      <ul>
        <Part to="top">Verdict</Part>
        {fixes !== undefined && <Part to="first">{fixes}</Part>}
        {report.reasons.length > 0 && <Part to="reasons">Reasons</Part>}
        <Part to="checks">Checks</Part>
        {report.contracts.map((contract) => (
          <li>
            <a href={`#contract-${contract.id}`} class="contents-contract">
              {CONTRACT_NAMES[contract.id]}
            </a>
            <ul>
              {contract.modules.map((module) => {
                const { counts } = tally(module.checks);
                const worst = ACTION_OUTCOMES.find((outcome) => counts[outcome] > 0);
                return (
                  <li>
                    <a href={`#${moduleAnchor(contract.id, module)}`}>{oneLine(module.title, 60)}</a>
                    {worst !== undefined && (
                      <span class={`sum is-${worst}`}>
                        <Sign outcome={worst} size={12} />
                        {grouped(counts[worst])}
                        <span class="unseen"> {outcomeWord(worst, counts[worst])}</span>
                      </span>
                    )}
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
        {report.custom.length > 0 && <Part to="contract-custom">Own programs</Part>}
        <Part to="timeline">Timeline</Part>
        <Part to="requests">Requests</Part>
        {report.created.length > 0 && <Part to="drafts">{createdInWords(report).title}</Part>}
        {report.contracts.some(({ attested }) => attested.length > 0) && <Part to="sign-off">To sign off</Part>}
        <Part to="run">Run</Part>
      </ul>
    </nav>
  );
}

function Part({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <li>
      <a href={`#${to}`}>{children}</a>
    </li>
  );
}
