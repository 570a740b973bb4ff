import { CONTRACT_NAMES, type CheckResult, type ContractResult } from '../../model.ts';
import { contractChecks } from '../../checks-of.ts';
import { tally } from '../../tally.ts';
import { counted, grouped, instant } from '../../text.ts';
import { alerts, verdictWords, type ShownReport } from '../../verdict-words.ts';
import { OUTCOME_ORDER, outcomeWord, VERDICTS, VERDICT_SIGNS } from './outcome.tsx';
import { Pill, Sign } from './sign.tsx';
import type { View } from './view.ts';
import { duration } from '../../call-line.ts';
import { oneLine, Prose } from './words.tsx';

export function Overview({ view: { report } }: { readonly view: View }) {
  const { run, contracts } = report;
  const { shownAs, meaning } = verdictWords(report);
  const checks = contractChecks(report);
  return (
    <header class="overview" id="top">
      <p class="kicker">Conformance report</p>
      <h1 class={`verdict is-${VERDICT_SIGNS[shownAs]}`}>
        <Sign outcome={VERDICT_SIGNS[shownAs]} size={40} />
        {verdictTitle(report)}
      </h1>
      <p class="lead">{meaning}</p>
      {alerts(report).map((alert) => (
        <p class="alert">
          <Sign outcome="warn" size={20} />
          <span>
            <Prose text={alert} />
          </span>
        </p>
      ))}
      {contracts.length > 0 && (
        <ul class="targets" aria-label="Contracts">
          {contracts.map((contract) => (
            <Target contract={contract} />
          ))}
        </ul>
      )}
      <TallyBar checks={checks} />
      <ul class="key-facts" aria-label="The run">
        <li>
          <time dateTime={oneLine(run.startedAt, 60)}>{instant(run.startedAt)}</time>
        </li>
        <li>{counted(run.requests, 'request')}</li>
        <li>{duration(run.durationMs)}</li>
        <li>
          {report.created.length === 0
            ? 'nothing created'
            : `${counted(report.created.length, alerts(report).length > 0 ? 'order' : 'draft')} created`}
        </li>
        <li>
          run <code>{oneLine(run.id, 60)}</code>
        </li>
      </ul>
    </header>
  );
}

export function verdictTitle({ verdict, run, altered }: ShownReport): string {
  const title = run.interrupted ? `Interrupted; so far: ${VERDICTS[verdict].toLowerCase()}` : VERDICTS[verdict];
  return altered ? `Altered; it says: ${title.toLowerCase()}` : title;
}

function Target({ contract }: { readonly contract: ContractResult }) {
  return (
    <li class="target">
      <a href={`#contract-${contract.id}`}>{CONTRACT_NAMES[contract.id]}</a>
      <code>{oneLine(contract.target, 300)}</code>
      <span class="note">contract {oneLine(contract.version, 40)}</span>
      <Pill verdict={contract.verdict} />
    </li>
  );
}

/** The shares of the outcomes as one bar. The legend below says the same in words. */
function TallyBar({ checks }: { readonly checks: readonly CheckResult[] }) {
  const { total, counts } = tally(checks);
  const present = OUTCOME_ORDER.filter((outcome) => counts[outcome] > 0);
  let before = 0;
  return (
    <div class="tally">
      <svg class="tally-bar" width="100%" height="10" aria-hidden="true" focusable="false">
        {present.map((outcome) => {
          const from = (before / total) * 100;
          before += counts[outcome];
          return (
            <rect
              class={`is-${outcome}`}
              x={percent(from)}
              width={percent((counts[outcome] / total) * 100)}
              height="10"
            />
          );
        })}
      </svg>
      <ul class="legend" aria-label={`Outcomes of ${counted(total, 'check')}`}>
        {present.map((outcome) => (
          <li>
            <Sign outcome={outcome} />
            <strong>{grouped(counts[outcome])}</strong> {outcomeWord(outcome, counts[outcome])}
          </li>
        ))}
      </ul>
    </div>
  );
}

export const percent = (share: number) => `${Number(share.toFixed(3))}%`;
