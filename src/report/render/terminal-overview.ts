import type { Outcome } from '../../engine/rule.ts';
import { duration } from '../exchange-line.ts';
import type { ModuleResult, Report } from '../model.ts';
import { allChecks, tally } from '../tally.ts';
import { printable } from '../text.ts';
import { COLUMNS, GLYPHS, paintOf, paintOfVerdict } from './terminal-outcome.ts';
import type { Page } from './terminal-page.ts';

type Columns = typeof COLUMNS;

const COLUMN = 7;
const LONGEST_NAME = 22;
/** Minimum width of the column of times, with the space before it. */
const NARROWEST_TIME = 9;
const BEFORE_TIME = 2;

/** The results of each module. */
export function writeOverview(page: Page, report: Report): void {
  const { counts } = tally(allChecks(report));
  const columns = COLUMNS.filter(([outcome]) => counts[outcome] > 0);
  const groups = [
    ...report.contracts.map(({ id, target, verdict, modules }) => ({
      title: `${page.paint.strong(id)}  ${paintOfVerdict(page, verdict)(verdict)}  ${page.paint.quiet(printable(target, { max: 200 }))}`,
      modules,
    })),
    ...(report.custom.length > 0
      ? [
          {
            title: `${page.paint.strong('your own checks')}  ${page.paint.quiet('without effect on the verdict')}`,
            modules: report.custom,
          },
        ]
      : []),
  ];
  const names = groups.flatMap(({ modules }) => modules.map((module) => nameOf(page, module)));
  const nameWidth = Math.max(6, ...names.map((name) => name.length));
  const times = groups.flatMap(({ modules }) => modules.map(({ durationMs }) => duration(durationMs).length));
  const widths = { name: nameWidth, time: Math.max(NARROWEST_TIME, ...times.map((time) => time + BEFORE_TIME)) };
  const tabular = 4 + nameWidth + columns.length * COLUMN + widths.time <= page.width;
  if (tabular) writeHeads(page, columns, widths);
  for (const { title, modules } of groups) {
    page.gap();
    page.text(title);
    for (const module of modules)
      if (tabular) page.raw(tableRow(page, module, columns, widths));
      else
        page.text(wordRow(page, module), {
          indent: 2,
          hang: `${signOf(page, module)} ${nameOf(page, module).padEnd(nameWidth)}  `,
        });
  }
}

interface Widths {
  readonly name: number;
  readonly time: number;
}

function writeHeads(page: Page, columns: Columns, { name, time }: Widths): void {
  const heads = columns.map(([, head]) => head.padStart(COLUMN)).join('');
  page.raw(page.paint.quiet(`${' '.repeat(4 + name)}${heads}${'time'.padStart(time)}`));
}

function tableRow(page: Page, module: ModuleResult, columns: Columns, widths: Widths): string {
  const { counts } = tally(module.checks);
  const cells = columns.map(([outcome]) => {
    const count = counts[outcome];
    return count === 0
      ? page.paint.quiet('·'.padStart(COLUMN))
      : paintOf(page, outcome)(String(count).padStart(COLUMN));
  });
  const time = page.paint.quiet(duration(module.durationMs).padStart(widths.time));
  return `  ${signOf(page, module)} ${nameOf(page, module).padEnd(widths.name)}${cells.join('')}${time}`;
}

/** `2 fail, 5 pass`, for windows too narrow for columns. */
function wordRow(page: Page, module: ModuleResult): string {
  const { counts } = tally(module.checks);
  const words = COLUMNS.filter(([outcome]) => counts[outcome] > 0).map(([outcome, head]) =>
    paintOf(page, outcome)(`${counts[outcome]} ${head}`),
  );
  return words.join(', ') || page.paint.quiet('no checks');
}

const LOUDEST: readonly Outcome[] = [
  'fail',
  'error',
  'inconclusive',
  'expected-fail',
  'warn',
  'pass',
  'waived',
  'skip',
];

/** The sign of the most urgent outcome in a module. */
function signOf(page: Page, { checks }: ModuleResult): string {
  const { counts } = tally(checks);
  const loudest = LOUDEST.find((outcome) => counts[outcome] > 0) ?? 'not-applicable';
  return paintOf(page, loudest)(GLYPHS[loudest]);
}

/** The id, which is what options take. A publisher's own program is shown by its command instead. */
function nameOf(page: Page, { id, title }: ModuleResult): string {
  return page.fit(printable(id.startsWith('custom') ? title : id), LONGEST_NAME);
}
