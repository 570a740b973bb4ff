import { code, plain, prose } from '../../report/render/markdown-finding.ts';
import { minute } from '../../report/text.ts';
import type { Overview } from '../model.ts';
import { latestOf } from '../overview.ts';
import {
  ageWords,
  changeWords,
  highlights,
  lookalikeWords,
  problemTexts,
  ranking,
  signOffWords,
  summary,
  verdictText,
  versionWords,
} from './words.ts';

/** Platforms cut long pages, often at a megabyte. */
const MOST_ROWS = 500;
const MOST_PROBLEMS = 3;
const HEADS = [
  'Verdict',
  'Publisher',
  'Ended',
  'Broken',
  'Since the last',
  'Suite',
  'Signed by',
  'Signed off',
  'First',
];

/** One table, for a job summary or a wiki. */
export function renderOverviewMarkdown(overview: Overview): string {
  const { publishers, unreadable, missing = [] } = overview;
  const rows = publishers.slice(0, MOST_ROWS).map((publisher) => {
    const entry = latestOf(publisher);
    const problems = problemTexts(entry);
    const more = problems.length - MOST_PROBLEMS + entry.broken.more;
    const age = `${minute(entry.finishedAt)}, ${ageWords(entry)}`;
    return [
      plain(verdictText(entry)),
      [
        plain(publisher.name),
        ...entry.targets.map(({ address }) => cell(code(address))),
        ...[lookalikeWords(publisher) ?? []].flat().map(plain),
      ].join('<br>'),
      entry.tooOld ? `**${age}**` : age,
      String(entry.broken.rules),
      plain(changeWords(entry.change, entry.shownAs)),
      plain(versionWords(entry)),
      plain(entry.signedBy ?? '–'),
      plain(signOffWords(entry)),
      [
        ...problems.slice(0, MOST_PROBLEMS).map((text) => cell(prose(text))),
        ...(more > 0 ? [`and ${more} more`] : []),
      ].join('<br>'),
    ];
  });
  const table = [HEADS, HEADS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const left = publishers.length - rows.length;
  return [
    `# ${[summary(overview), ...highlights(overview)].join('; ')}`,
    '',
    ...(rows.length === 0 ? [] : [...table, '']),
    ...(left > 0 ? [`And ${left} more.`, ''] : []),
    ...(overview.rules.length === 0 ? [] : [prose(ranking(overview)), '']),
    ...(missing.length === 0 ? [] : ['## Nothing came from', '', ...missing.map((name) => `- ${plain(name)}`), '']),
    ...(unreadable.length === 0 ? [] : ['## Not shown', '']),
    ...unreadable.map(({ file, reason }) => `- ${code(file)}: ${plain(reason)}`),
    '',
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

/** A pipe ends a table cell, even within code. */
const cell = (text: string) => text.replace(/(?<!\\)\|/g, '\\|');
