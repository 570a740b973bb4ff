import { grouped } from '../../text.ts';

const LONGEST = 16_000;
/** A longer command gets a frame with a scroll bar. */
const TALL = 1_600;

/** A shell command with a button that copies it. The button is hidden until the page's script runs. */
export function CommandLine({ line, name }: { readonly line: string; readonly name: string }) {
  if (line.length > LONGEST)
    return (
      <p class="note">
        This line has {grouped(line.length)} characters and is left out here: <code>--output har</code> holds the
        request.
      </p>
    );
  return (
    <div class="command">
      <pre {...(line.length > TALL ? { class: 'tall', tabIndex: 0, role: 'region', 'aria-label': name } : {})}>
        <code>{line}</code>
      </pre>
      <button type="button" class="copy" data-copy hidden>
        Copy<span class="unseen"> {name}</span>
      </button>
    </div>
  );
}
