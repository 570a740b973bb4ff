import { faults } from '../../fixtures/faults/index.ts';
import { variationGroups } from '../../fixtures/variations/index.ts';
import type { Mistake, System } from '../../fixtures/kinds.ts';
import { catalogue } from './catalogue.ts';
import { narrowed, type Narrowing } from './narrowed.ts';

interface Listed {
  readonly name: string;
  readonly module: string;
  readonly what: string;
  /** The ordinary mistake behind a fault, or the real system that takes a freedom. */
  readonly kind: Mistake | System;
  readonly fails?: readonly string[];
}

export type ListFormat = 'terminal' | 'json';

/** The faults, grouped by the module whose checks they break. */
export function faultList(narrowing: Narrowing, format: ListFormat): string {
  const modules = catalogue().modules.map(({ id }) => id);
  const listed = faults.map(({ name, kind, breaks, fails }): Listed => ({
    name,
    module: modules.find((id) => fails[0]?.startsWith(`${id}.`)) ?? 'other',
    what: breaks,
    kind,
    fails,
  }));
  return shown(narrowed(listed, narrowing, textsOf), modules, format);
}

/** The variations, grouped by what is unusual about them. */
export function variationList(narrowing: Narrowing, format: ListFormat): string {
  const listed = Object.entries(variationGroups).flatMap(([module, group]) =>
    group.map(({ name, kind, freedom }): Listed => ({ name, module, what: freedom, kind })),
  );
  return shown(narrowed(listed, narrowing, textsOf), Object.keys(variationGroups), format);
}

const textsOf = ({ name, what, kind, fails = [] }: Listed) => [name, what, kind, ...fails];

function shown(listed: readonly Listed[], modules: readonly string[], format: ListFormat): string {
  if (format === 'json') return `${JSON.stringify(listed, null, 2)}\n`;
  const width = Math.max(...listed.map(({ name }) => name.length));
  const groups = [...modules, 'other'].flatMap((module) => {
    const own = listed.filter((one) => one.module === module);
    // If several in a row have the same description, it is printed once.
    const lines = own.map(({ name, what, kind }, index) =>
      what === own[index - 1]?.what ? `  ${name}` : `  ${name.padEnd(width)}  ${what} (${kind})`,
    );
    return own.length === 0 ? [] : [`${module} (${own.length})`, ...lines, ''];
  });
  return `${groups.join('\n').trimEnd()}\n`;
}
