import { print } from '../streams.ts';
import { catalogue, type Catalogue } from '../catalogue.ts';
import { displayOf, colorWish } from '../display.ts';
import { narrowed, type Narrowing } from '../narrowed.ts';

export interface ChecksOptions extends Narrowing {
  readonly format: string;
  readonly color: boolean;
}

/** The whole catalogue, or only the checks if the list is filtered. */
function narrowedCatalogue(narrowing: Narrowing): Catalogue {
  const all = catalogue();
  if (narrowing.search === undefined && narrowing.module === undefined) return all;
  const checks = narrowed(all.checks, narrowing, ({ id, level, section, requirement, fix }) => [
    id,
    level,
    section,
    requirement,
    fix,
  ]);
  const modules = all.modules.filter(({ id }) => checks.some(({ module }) => module === id));
  return { modules, checks, attested: [], client: [] };
}

export async function checksCommand({ format, color, ...narrowing }: ChecksOptions): Promise<0> {
  const all = narrowedCatalogue(narrowing);
  const { checks, attested, client } = all;
  if (format === 'json') await print(`${JSON.stringify({ checks, attested, client }, null, 2)}\n`);
  else if (format === 'markdown') await print(inMarkdown(all));
  else {
    const { catalogueForTerminal } = await import('../catalogue-terminal.ts');
    await print(catalogueForTerminal(all, displayOf({ color: colorWish(color, process.env) }, process.stdout)));
  }
  return 0;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');

function inMarkdown({ modules, checks, attested, client }: Catalogue): string {
  const sections = modules.map(({ id, title }) =>
    [
      `## ${id}: ${title}`,
      table(
        ['Check', 'Level', 'Section', 'Requirement'],
        checks
          .filter((check) => check.module === id)
          .map((check) => [`\`${check.id}\``, check.level, check.section, check.requirement]),
      ),
    ].join('\n\n'),
  );
  return `${[
    '# Checks',
    ...sections,
    ...(attested.length === 0
      ? []
      : [
          '# To sign off',
          table(
            ['Section', 'Requirement', 'Why no request shows it'],
            attested.map((one) => [one.section, one.requirement, one.why]),
          ),
        ]),
    ...(client.length === 0
      ? []
      : [
          '# Duties of the client',
          table(
            ['Section', 'Statement', 'What the suite does'],
            client.map((one) => [one.section, one.statement, one.honoured]),
          ),
        ]),
  ].join('\n\n')}\n`;
}
