import type { ComponentChildren } from 'preact';
import { codeParts, printable, grouped } from '../../text.ts';
import type { View } from './view.ts';

export const oneLine = (text: string, max = 1_000): string => printable(text, { max });

/** A text of the report, with its own line breaks. */
export const prose = (text: string, max = 2_000): string => printable(text, { max, multiline: true });

/** A text in which back-ticks mark code. */
export function Prose({ text, max }: { readonly text: string; readonly max?: number }) {
  const parts = codeParts(prose(text, max));
  return (
    <>
      {parts.map((part, index): ComponentChildren => (index % 2 === 0 ? <Plain text={part} /> : <code>{part}</code>))}
    </>
  );
}

/** A text in which names of options do not break at their hyphens. */
function Plain({ text }: { readonly text: string }) {
  const parts = text.split(/(?<![\w-])(--[a-z]+(?:-[a-z]+)*)/);
  return <>{parts.map((part, index) => (index % 2 === 0 ? part : <span class="option">{part}</span>))}</>;
}

/** A text in which ids of checks become links. */
export function Linked({ text, view }: { readonly text: string; readonly view: View }) {
  return (
    <>
      {prose(text)
        .split(/([a-z0-9-]+\.[a-z0-9-]*[a-z0-9])/)
        .map((part) => (view.isCheck(part) ? <a href={`#${part}`}>{part}</a> : <Plain text={part} />))}
    </>
  );
}

/** A frame in which a wide table scrolls on a narrow screen. It has a tab stop, so that it also scrolls by keyboard. */
export function TableFrame({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={name}>
      {children}
    </div>
  );
}

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

interface FactProps {
  readonly name: string;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

export function Fact({ name, class: className, children }: FactProps) {
  return (
    <div class={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Heads({
  names,
  numbers = [],
}: {
  readonly names: readonly string[];
  readonly numbers?: readonly string[];
}) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th scope="col" class={numbers.includes(name) ? 'number' : undefined}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
