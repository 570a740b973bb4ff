import { bookingBlock, WHY_STATE } from '../../rerun.ts';
import type { Report } from '../../model.ts';
import { grouped, instant } from '../../text.ts';
import { duration } from '../../call-line.ts';
import { Fact, CommandLine, oneLine } from './words.tsx';

export function RunFactsList({ report }: { readonly report: Report }) {
  const { run, tool } = report;
  const terms = bookingBlock(report);
  const options = Object.entries(run.options).filter(([, value]) => value !== undefined);
  return (
    <section class="run-facts" id="run" aria-labelledby="run-title">
      <h2 id="run-title">Run</h2>
      <dl class="facts">
        <Fact name="Tool">
          {oneLine(tool.name, 80)} {oneLine(tool.version, 40)}
        </Fact>
        <Fact name="Run">
          <code>{oneLine(run.id, 80)}</code>
        </Fact>
        <Fact name="Started">{instant(run.startedAt)}</Fact>
        <Fact name="Finished">{instant(run.finishedAt)}</Fact>
        <Fact name="Duration">{duration(run.durationMs)}</Fact>
        <Fact name="Requests">
          {grouped(run.requests)}; {grouped(run.chain)} of them had to wait for each other
        </Fact>
        <Fact name="Digest">
          <code class="digest">{oneLine(report.digest, 100)}</code>
        </Fact>
        {report.signature !== undefined && (
          <Fact name="Signature">
            <code class="digest">{oneLine(report.signature, 200)}</code>
          </Fact>
        )}
      </dl>
      {options.length > 0 && (
        <>
          <h3>Options</h3>
          <dl class="facts">
            {options.slice(0, 80).map(([name, value]) => (
              <Fact name={oneLine(name, 80)}>
                <code>
                  {value === true ? 'set' : oneLine(typeof value === 'string' ? value : JSON.stringify(value), 400)}
                </code>
              </Fact>
            ))}
          </dl>
        </>
      )}
      {terms !== undefined && (
        <>
          <h3>Booking terms</h3>
          <p>{WHY_STATE}</p>
          <CommandLine line={terms} name="the booking terms" />
        </>
      )}
    </section>
  );
}
