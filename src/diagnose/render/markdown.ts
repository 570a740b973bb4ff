import { code, spaced } from '../../report/render/markdown-finding.ts';
import { printable } from '../../report/text.ts';
import type { Diagnosis } from '../model.ts';
import { consequence, forPlatform, foundIn, headline, inconclusiveNote, outcomeWords, placeAndTime } from './words.ts';

/** A diagnosis as a short text for a ticket, in the same order as on a terminal. */
export function renderDiagnosisMarkdown(diagnosis: Diagnosis): string {
  const { tellPublisher, steps } = diagnosis;
  const [place, time] = placeAndTime(diagnosis);
  const platform = forPlatform(diagnosis).map((what, index) => `${index + 1}. ${text(what)}`);
  const rows = steps
    .filter(({ outcome }) => outcome !== 'skip')
    .map(
      (step) =>
        `| ${text(step.title)} | ${step.outcome === 'fail' ? `**${outcomeWords.fail}**` : outcomeWords[step.outcome]} | ${text(foundIn(step, diagnosis))} |`,
    );
  return [
    [place === '' ? '' : code(place), time].filter((part) => part !== '').join(' · '),
    `**${text(headline(diagnosis))}**`,
    inconclusiveNote(diagnosis) ?? '',
    text(consequence(diagnosis)),
    tellPublisher === undefined ? '' : `### Tell the publisher\n\n${text(tellPublisher)}`,
    platform.length === 0 ? '' : `### What the platform does\n\n${platform.join('\n')}`,
    rows.length === 0 ? '' : `### Steps\n\n| Step | Outcome | Found |\n| --- | --- | --- |\n${rows.join('\n')}`,
  ]
    .filter((block) => block !== '')
    .map((block) => `${block}\n`)
    .join('\n');
}

const ADDRESS = /(https?:\/\/[^\s“”"'<>|`]*[^\s“”"'<>|`.,;:)])/i;

/**
 * Escapes a text so that it is shown literally. Addresses are shown as code, so that no platform turns them into links.
 */
function text(told: string): string {
  return printable(told.replace(/\s+/g, ' ').trim(), { max: 2_000 })
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? code(part, Infinity) : spaced(part)))
    .join('');
}
