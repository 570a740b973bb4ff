import type { ComponentChildren } from 'preact';

interface TableFrameProps {
  readonly name: string;
  /** A part of a long table, laid out when it comes into sight. */
  readonly rows?: boolean;
  readonly children: ComponentChildren;
}

/** A frame in which a wide table scrolls on a narrow screen; by keyboard too, hence the tab stop. */
export function TableFrame({ name, rows = false, children }: TableFrameProps) {
  return (
    <div class={rows ? 'table-frame request-rows' : 'table-frame'} tabIndex={0} role="region" aria-label={name}>
      {children}
    </div>
  );
}
