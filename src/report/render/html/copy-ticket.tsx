import type { CheckResult } from '../../model.ts';
import { oneLine } from './words.tsx';
import { ticket } from './ticket.ts';
import type { View } from './view.ts';

/** A button that copies a failure as Markdown. It is hidden until the page's script runs. */
export function CopyTicket({ view, check }: { readonly view: View; readonly check: CheckResult }) {
  return (
    <p class="ticket">
      <button type="button" class="copy" data-copy hidden>
        Copy as ticket<span class="unseen"> {oneLine(check.id, 160)}</span>
      </button>
      <code hidden>{ticket(check, view.report, view.exchanges)}</code>
    </p>
  );
}
