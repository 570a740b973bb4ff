import type { ComponentChildren } from 'preact';
import { grouped } from '../../text.ts';

interface FilterBarProps {
  /** What is filtered, such as `checks`. */
  readonly what: string;
  readonly searched: string;
  readonly children: ComponentChildren;
}

/** A bar of filters: a search, the number of items shown, and chips. The page's script shows it and makes it work. */
export function FilterBar({ what, searched, children }: FilterBarProps) {
  return (
    <form class="filters" role="search" aria-label={`Filter the ${what}`} data-filters hidden>
      <div class="search">
        <label for="search" class="unseen">
          {`Search ${what}`}
        </label>
        <input
          id="search"
          type="search"
          autoComplete="off"
          spellcheck={false}
          placeholder={`Search: ${searched}`}
          aria-keyshortcuts="/"
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <output data-shown />
      <button type="button" data-clear disabled>
        Clear
      </button>
      <div class="chips">{children}</div>
    </form>
  );
}

interface ChipProps {
  readonly name: string;
  readonly value: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

export function Chip({ name, value, count, children }: ChipProps) {
  return (
    <label class="chip">
      <input type="checkbox" name={name} value={value} />
      {children} <span class="chip-count">{grouped(count)}</span>
    </label>
  );
}
