import { plain } from '../../report/render/markdown-text.ts';
import type { Diagnosis, StepOutcome } from '../model.ts';
import { accountLine, inconclusiveNote, layerWords, verdictLine } from './words.ts';

/** A diagnosis as a short text for a ticket. */
export function renderDiagnosisMarkdown(diagnosis: Diagnosis): string {
  const { connection, layer, advice, steps } = diagnosis;
  const inconclusive = inconclusiveNote(diagnosis);
  const account = accountLine(connection);
  const facts = [
    ...(connection.lastError === undefined ? [] : [`- Last error: ${plain(connection.lastError)}`]),
    ...(layer ? [`- Breaks at: ${layerWords[layer]}`] : []),
    ...(account === '' ? [] : [`- Account: ${plain(account)}`]),
  ];
  const todo = advice.map(({ who, what }, index) => `${index + 1}. **${plain(who)}**: ${plain(what)}`);
  const rows = steps
    .filter(({ outcome }) => outcome !== 'skip')
    .map(({ title, outcome, message }) => `| ${plain(title)} | ${words[outcome]} | ${plain(message)} |`);
  return [
    [`**${plain(verdictLine(diagnosis))}**`],
    inconclusive === null ? [] : [inconclusive],
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
