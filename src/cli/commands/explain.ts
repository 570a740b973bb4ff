import { becameOf, earlierCheck, earlierLevel } from '../../../checks/earlier-ids.ts';
import { suggestion as suggestionFor } from '../../run/known-names.ts';
import { UsageError } from '../../settings.ts';
import { catalogue, type CatalogueCheck } from '../catalogue.ts';
import { displayOf, type Display } from '../display.ts';
import type { Explanation } from '../explanations.ts';
import { print } from '../streams.ts';

export async function explainCommand(id: string, { color }: { readonly color: boolean }): Promise<0> {
  const { checks } = catalogue();
  const check = checks.find((one) => one.id === id);
  if (check === undefined) {
    const earlier = earlierCheck(id);
    if (earlier !== undefined) {
      await print(`${becameOf(earlier)}\n`);
      return 0;
    }
    throw new UsageError(`There is no check ${JSON.stringify(id)}. ${suggestion(id, checks)}`);
  }
  const { readExplanations } = await import('../explanations.ts');
  const explanations = await readExplanations();
  const display = displayOf({ color }, process.stdout);
  await print(await explained(check, explanations[id], display));
  return 0;
}

function suggestion(id: string, checks: readonly CatalogueCheck[]): string {
  const ofModule = checks.filter(({ module }) => module === id).map((check) => check.id);
  if (ofModule.length > 0) return `It is a module. Its checks are ${ofModule.join(', ')}.`;
  return suggestionFor(id);
}

async function explained(check: CatalogueCheck, more: Explanation | undefined, display: Display): Promise<string> {
  const [{ Chalk }, { wrapAnsi }] = await Promise.all([import('chalk'), import('fast-wrap-ansi')]);
  const paint = new Chalk({ level: display.color ? 1 : 0 });
  const example = (title: string, text: string) => [paint.bold(title), indented(text), ''];
  const part = (title: string, text: string) => example(title, wrapAnsi(text, display.width - 2));
  /** Indents further lines of an item to its text, not to its dash. */
  const item = (text: string) => `- ${wrapAnsi(text, display.width - 4).replaceAll('\n', '\n  ')}`;
  const before = earlierLevel(check.id);
  const paragraphs = [
    `${paint.bold.cyan(check.id)}  ${check.level}  ${paint.dim(check.section)}`,
    '',
    ...part('Rule', check.requirement),
    ...(more === undefined
      ? []
      : [
          ...part('In plain words', more.plain),
          ...part('Why', more.why),
          ...part('What the client does', more.client),
          ...example('Right', more.right.text),
          ...example('Wrong', more.wrong.text),
          ...example('Usual causes', more.causes.map(item).join('\n')),
        ]),
    ...part('How to fix', check.fix),
    ...(before === undefined ? [] : part('In earlier releases', before)),
    paint.dim(`Run it alone: adserver-conformance certify ${ADDRESS[check.contract]} --only ${check.id}`),
  ];
  return `${paragraphs.join('\n')}\n`;
}

/** The argument with the address of each contract's service. */
const ADDRESS = { 'ad-server': '<base-url>', listing: '--listing-url <url>' };

const indented = (text: string) => text.replace(/^(?=.)/gm, '  ');
