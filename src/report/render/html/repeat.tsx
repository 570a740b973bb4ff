import type { CheckResult } from '../../model.ts';
import { repeatLines, repeatOf } from '../../repeat.ts';
import { CommandLine } from './command-line.tsx';
import type { View } from './view.ts';
import { oneLine } from './words.tsx';

/** The commands that reproduce a failure by hand: for sh and zsh, and folded for PowerShell. */
export function RepeatByHand({ view, check }: { readonly view: View; readonly check: CheckResult }) {
  const repeat = repeatOf(check, view.report);
  if (repeat === undefined) return null;
  const id = oneLine(check.id, 160);
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
