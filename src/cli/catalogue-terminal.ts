import { Chalk } from 'chalk';
import { wrapAnsi } from 'fast-wrap-ansi';
import { counted } from '../report/text.ts';
import type { Catalogue, CatalogueCheck } from './catalogue.ts';
import type { Display } from './display.ts';

/**
 * The catalogue as text: a section per module, then the statements that no request can show, then the duties of the
 * client.
 */
export function catalogueForTerminal(
  { modules, checks, attested, client }: Catalogue,
  { color, width }: Display,
): string {
  const paint = new Chalk({ level: color ? 1 : 0 });
  const indented = (text: string, by: number) =>
    wrapAnsi(text, width - by)
      .split('\n')
      .map((line) => ' '.repeat(by) + line)
      .join('\n');
  const entry = (head: string, section: string, ...texts: readonly string[]) =>
    [`  ${head}  ${paint.dim(section)}`, ...texts.map((text) => indented(text, 4))].join('\n');
  const part = (title: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [`\n${paint.bold(title)}\n`, ...entries];
  const checkEntry = ({ id, level, section, requirement }: CatalogueCheck) =>
    entry(`${paint.cyan(id)} ${level}`, section, requirement);
  const checksOf = (id: string) => checks.filter(({ module }) => module === id).map(checkEntry);
  const signedOff = attested.map(({ section, requirement, why }) => entry('•', section, requirement, paint.dim(why)));
  const duties = client.map(({ section, statement, honoured }) => entry('•', section, statement, paint.dim(honoured)));
  const totals = [
    counted(checks.length, 'check'),
    ...(attested.length === 0 ? [] : [`${attested.length} statements to sign off`]),
    ...(client.length === 0 ? [] : [`${client.length} duties of the client`]),
  ];
  return [
    ...modules.flatMap(({ id, title }) => part(`${id}: ${title}`, checksOf(id))),
    ...part('To sign off: no request can show these', signedOff),
    ...part('Duties of the client: the suite behaves like it', duties),
    '',
    totals.join(', '),
    '',
  ]
    .join('\n')
    .trimStart();
}
