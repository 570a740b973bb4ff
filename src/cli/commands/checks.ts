import { print } from '../streams.ts';
import { catalogue, type Catalogue, type CatalogueCheck } from '../catalogue.ts';
import { displayOf } from '../display.ts';
import { narrowed, type Narrowing } from '../narrowed.ts';

export interface ChecksOptions extends Narrowing {
  readonly format: string;
  readonly color: boolean;
}

const textsOf = ({ id, level, section, requirement, fix }: CatalogueCheck) => [id, level, section, requirement, fix];

/** The whole catalogue, or only the checks if the list is filtered. */
function narrowedCatalogue(narrowing: Narrowing): Catalogue {
  const all = catalogue();
  if (narrowing.search === undefined && narrowing.module === undefined) return all;
  const checks = narrowed(all.checks, narrowing, textsOf);
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
    await print(catalogueForTerminal(all, displayOf({ color }, process.stdout)));
  }
  return 0;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
const row = (...cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
type Rows = readonly (readonly string[])[];

/** A heading and a table below it; nothing if there are no rows. */
const part = (heading: string, head: readonly string[], rows: Rows) =>
  rows.length === 0 ? [] : [heading, [head, head.map(() => '---'), ...rows].map((cells) => row(...cells)).join('\n')];

function inMarkdown({ modules, checks, attested, client }: Catalogue): string {
  const rowsOf = (id: string) =>
    checks
      .filter(({ module }) => module === id)
      .map((check) => [`\`${check.id}\``, check.level, check.section, check.requirement]);
  const parts = [
    ...modules.flatMap(({ id, title }) =>
      part(`## ${id}: ${title}`, ['Check', 'Level', 'Section', 'Requirement'], rowsOf(id)),
    ),
    ...part(
      '# To sign off',
      ['Section', 'Requirement', 'Why no request shows it'],
      attested.map(({ section, requirement, why }) => [section, requirement, why]),
    ),
    ...part(
      '# Duties of the client',
      ['Section', 'Statement', 'What the suite does'],
      client.map(({ section, statement, honoured }) => [section, statement, honoured]),
    ),
  ];
  return `${['# Checks', ...parts].join('\n\n')}\n`;
}
