import { Chalk } from 'chalk';
import { wrapAnsi } from 'fast-wrap-ansi';
import type { Catalogue } from './catalogue.ts';
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
  const title = (text: string) => `\n${paint.bold(text)}\n`;
  const entry = (head: string, section: string, ...texts: readonly string[]) =>
    [`  ${head}  ${paint.dim(section)}`, ...texts.map((text) => indented(text, 4))].join('\n');
  const sections = modules.flatMap(({ id, title: name }) => [
    title(`${id}: ${name}`),
    ...checks
      .filter(({ module }) => module === id)
      .map((check) => entry(`${paint.cyan(check.id)} ${check.level}`, check.section, check.requirement)),
  ]);
  const signedOff = attested.map(({ section, requirement, why }) => entry('•', section, requirement, paint.dim(why)));
  const duties = client.map(({ section, statement, honoured }) => entry('•', section, statement, paint.dim(honoured)));
  const totals = [
    `${checks.length} ${checks.length === 1 ? 'check' : 'checks'}`,
    ...(attested.length === 0 ? [] : [`${attested.length} statements to sign off`]),
    ...(client.length === 0 ? [] : [`${client.length} duties of the client`]),
  ].join(', ');
  return [
    ...sections,
    ...(attested.length === 0 ? [] : [title('To sign off: no request can show these'), ...signedOff]),
    ...(client.length === 0 ? [] : [title('Duties of the client: the suite behaves like it'), ...duties]),
    '',
    totals,
    '',
  ]
    .join('\n')
    .trimStart();
}
