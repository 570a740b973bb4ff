import { printable } from '../../report/text.ts';
import type { Diagnosis, StepOutcome } from '../model.ts';
import { accountLine, doubt, layerWords, verdictLine } from './words.ts';

/** A diagnosis as a short text for a ticket. */
export function renderDiagnosisMarkdown(diagnosis: Diagnosis): string {
  const { connection, layer, advice, steps } = diagnosis;
  const doubtful = doubt(diagnosis);
  const account = accountLine(connection);
  const facts = [
    ...(connection.lastError === undefined ? [] : [`- Last error: ${inline(connection.lastError)}`]),
    ...(layer ? [`- Breaks at: ${layerWords[layer]}`] : []),
    ...(account === '' ? [] : [`- Account: ${inline(account)}`]),
  ];
  const todo = advice.map(({ who, what }, index) => `${index + 1}. **${inline(who)}**: ${inline(what)}`);
  const rows = steps
    .filter(({ outcome }) => outcome !== 'skip')
    .map(({ title, outcome, message }) => `| ${inline(title)} | ${words[outcome]} | ${inline(message)} |`);
  return [
    [`**${inline(verdictLine(diagnosis))}**`],
    doubtful === null ? [] : [doubtful],
    facts,
    todo.length === 0 ? [] : [connection.status === 'connected' ? 'Worth a look:' : 'What to do:', '', ...todo],
    rows.length === 0 ? [] : ['| Step | Outcome | What was seen |', '| --- | --- | --- |', ...rows],
  ]
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n');
}

const words: Readonly<Record<StepOutcome, string>> = {
  pass: 'good',
  fail: '**broken**',
  warn: 'odd',
  info: 'note',
  skip: 'not tried',
};

/** Text that Markdown shows as it is: no markup, mention, reference or link comes of it. */
function inline(text: string): string {
  return printable(text)
    .replace(/[&<>@#]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/(https?|ftp):\/\//gi, '$1&#58;//')
    .replace(/\bwww\./gi, 'www&#46;')
    .replace(/[\\`*_{}[\]()|~!]/g, '\\$&');
}
