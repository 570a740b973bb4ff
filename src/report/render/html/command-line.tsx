import { grouped } from '../../text.ts';

const LONGEST = 16_000;
/** From here on a line gets a frame to scroll in. */
const TALL = 1_600;

/** A line for a shell, with a button that copies it; the button shows once the page's script runs. */
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
