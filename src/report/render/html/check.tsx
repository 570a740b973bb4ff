import { titleOf, contrastOf } from '../../problem.ts';
import { moreAbout, rerun } from '../../rerun.ts';
import type { CheckResult } from '../../model.ts';
import { foundOf } from '../../earlier-builds.ts';
import { citedCalls, decisiveCall, expectation, remainderOf, seenInWords } from '../../tally.ts';
import { distinctions, requestLine } from '../../call-line.ts';
import { counted } from '../../text.ts';
import { CommandLine, Fact, Linked, oneLine, Prose, prose } from './words.tsx';
import { CallDetails, CallLink } from './call.tsx';
import { isSettled, LEVELS, OUTCOMES } from './outcome.tsx';
import { PointedBody } from './body.tsx';
import { Sign } from './sign.tsx';
import type { View } from './view.ts';
import { ticket } from '../markdown-finding.ts';
import { repeatLines, repeatOf } from '../../repeat.ts';

const MOST_CITED = 24;

interface CheckProps {
  readonly view: View;
  readonly check: CheckResult;
}

export function Check({ view, check, open }: CheckProps & { readonly open: boolean }) {
  const { id, level, outcome, section } = check;
  return (
    <details
      class={isSettled(outcome) ? 'check' : 'check unfolds'}
      id={id}
      data-outcome={outcome}
      data-level={level}
      open={open}
    >
      <summary>
        <Sign outcome={outcome} size={20} />
        <span class="rule">
          <Title check={check} />
          <span class="place">
            <code class="id">{id}</code>
            <span>{oneLine(section, 160)}</span>
            <span>{LEVELS[level]}</span>
          </span>
        </span>
        <span class={`outcome is-${outcome}`}>
          {OUTCOMES[outcome]}
          {check.unstable && <span class="unstable">unstable</span>}
        </span>
      </summary>
      <div class="finding">
        {isBroken(check) && (
          <p class="note">
            Rule: <Prose text={check.requirement} max={500} />
          </p>
        )}
        <Message view={view} check={check} />
        <Comparison check={check} />
        {isSettled(outcome) ? <Cited view={view} check={check} /> : <Evidence view={view} check={check} />}
      </div>
    </details>
  );
}

const isBroken = ({ outcome }: CheckResult): boolean =>
  outcome === 'fail' || outcome === 'warn' || outcome === 'expected-fail';

/** The problem with what was seen, or else the rule. */
function Title({ check }: { readonly check: CheckResult }) {
  const seen = isSettled(check.outcome) ? undefined : (check.actual ?? check.message);
  return (
    <>
      <span class="requirement">
        <Prose text={isBroken(check) ? titleOf(check) : check.requirement} max={500} />
      </span>
      {seen !== undefined && seen !== '' && (
        <span class="got">
          {check.actual !== undefined && 'Got: '}
          <Prose text={oneLine(seen, 240)} />
        </span>
      )}
    </>
  );
}

/** What was found, but for what the comparison below it repeats. */
function Message({ view, check }: CheckProps) {
  const { expected, actual, unstable } = check;
  const seen = seenInWords(check);
  const repeats = expected !== undefined && actual !== undefined && foundOf(check)?.what === undefined;
  const rest = [remainderOf(check), seen === '' ? '' : `Seen ${seen}.`].filter((part) => part !== '').join(' ');
  const again = unstable ? 'The failure did not repeat when the request was sent again.' : '';
  const text = [rest, again, contrastOf(check, view.report)].filter((part) => part !== '').join(' ');
  return text === '' ? null : (
    <p class={repeats ? 'message note' : 'message'}>
      <Linked text={text} view={view} />
    </p>
  );
}

function Comparison({ check }: { readonly check: CheckResult }) {
  const { actual } = check;
  const expected = expectation(check);
  if (expected === undefined && actual === undefined) return null;
  return (
    <dl class="comparison">
      {expected !== undefined && (
        <Fact name="Expected" class="expected">
          <Prose text={expected} />
        </Fact>
      )}
      {actual !== undefined && (
        <Fact name="Got" class="actual">
          {prose(actual)}
        </Fact>
      )}
    </dl>
  );
}

function Evidence({ view, check }: CheckProps) {
  const decisive = decisiveCall(check, view.calls);
  const { pointer, fix } = check;
  return (
    <>
      {fix !== undefined && fix !== '' && (
        <section class="fix">
          <h5>How to fix</h5>
          <p>
            <Prose text={fix} />
          </p>
        </section>
      )}
      {check.outcome === 'fail' && <CopyTicket view={view} check={check} />}
      {pointer !== undefined && decisive?.response && (
        <section class="where">
          <h5>
            Where in the answer: <code>{pointer === '' ? 'the body as a whole' : oneLine(pointer, 300)}</code>
          </h5>
          <p class="note">
            {decisive.id}: {requestLine(decisive)}
          </p>
          <PointedBody body={decisive.response} pointer={pointer} />
        </section>
      )}
      <Cited view={view} check={check} />
      <RepeatByHand view={view} check={check} />
      <Commands view={view} check={check} />
    </>
  );
}

function Commands({ view, check }: CheckProps) {
  const command = rerun(view.report, check.id);
  if (command === undefined) return null;
  return (
    <section class="again">
      <h5>Run this check again</h5>
      <CommandLine line={command} name="the command" />
      <h5>More about this rule</h5>
      <CommandLine line={moreAbout(check.id)} name="the command that explains it" />
    </section>
  );
}

/** The calls that a check cites: in full if this is their place on the page, otherwise a link to it. */
function Cited({ view, check }: CheckProps) {
  const cited = [...new Set(citedCalls(check, view.calls))];
  if (cited.length === 0) return null;
  const inFull = new Set(view.shownWith(check));
  const decisive = decisiveCall(check, view.calls);
  const shown = cited.slice(-MOST_CITED);
  const left = cited.length - shown.length;
  const apart = distinctions(shown);
  return (
    <section class="cited">
      <h5>{counted(cited.length, 'exchange')}</h5>
      {left > 0 && (
        <p class="note">
          The last {MOST_CITED}; {counted(left, 'earlier one')} below under Requests.
        </p>
      )}
      <ul>
        {shown.map((call, index) => (
          <li>
            {inFull.has(call) ? (
              <CallDetails call={call} repeat={call !== decisive} apart={apart[index]} />
            ) : (
              <CallLink call={call} apart={apart[index]} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A button that copies a failure as Markdown. It is hidden until the page's script runs. */
function CopyTicket({ view, check }: { readonly view: View; readonly check: CheckResult }) {
  return (
    <p class="ticket">
      <button type="button" class="copy" data-copy hidden>
        Copy as ticket<span class="unseen"> {check.id}</span>
      </button>
      <code hidden>{ticket(check, view.report, view.calls)}</code>
    </p>
  );
}

/** The commands that reproduce a failure by hand: for sh and zsh, and folded for PowerShell. */
function RepeatByHand({ view, check }: { readonly view: View; readonly check: CheckResult }) {
  const repeat = repeatOf(check, view.report);
  if (repeat === undefined) return null;
  const { id } = check;
  return (
    <section class="again">
      <h5>Repeat by hand</h5>
      <CommandLine line={repeatLines(repeat).join('\n')} name={`the commands that repeat ${id}`} />
      <details class="other-shell">
        <summary>For PowerShell</summary>
        <CommandLine line={repeat.powershell.join('\n')} name={`the commands that repeat ${id} in PowerShell`} />
      </details>
    </section>
  );
}
