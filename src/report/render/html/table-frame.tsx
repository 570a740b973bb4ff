import type { ComponentChildren } from 'preact';

interface TableFrameProps {
  readonly name: string;
  /** Set for a part of a long table, which the browser lays out only when it becomes visible. */
  readonly rows?: boolean;
  readonly children: ComponentChildren;
}

/** A frame in which a wide table scrolls on a narrow screen. It has a tab stop, so that it also scrolls by keyboard. */
export function TableFrame({ name, rows = false, children }: TableFrameProps) {
  return (
    <div class={rows ? 'table-frame request-rows' : 'table-frame'} tabIndex={0} role="region" aria-label={name}>
      {children}
    </div>
  );
}
