import { Chip, FilterBar } from '../../report/render/html/filter-bar.tsx';
import { Head } from '../../report/render/html/head.tsx';
import { Sign, SignSheet } from '../../report/render/html/sign.tsx';
import { VERDICT_SIGNS, VERDICTS } from '../../report/render/html/outcome.tsx';
import { counted, instant } from '../../report/text.ts';
import { severity, VERDICT_ORDER } from '../change.ts';
import type { Entry, Overview, Unreadable } from '../model.ts';
import { latestOf } from '../overview.ts';
import { Row } from './row.tsx';
import { highlights, summary } from './words.ts';

interface PageProps {
  readonly overview: Overview;
  /** Where a file lies, seen from the page. */
  readonly linkTo: (file: string) => string;
  readonly style: string;
  readonly script: string;
  readonly policy: string;
}

export function Page({ overview, linkTo, style, script, policy }: PageProps) {
  const { publishers, unreadable, createdAt } = overview;
  const worst = VERDICT_ORDER.find((verdict) => overview.counts[verdict] > 0) ?? 'inconclusive';
  return (
    <html lang="en">
      <Head title={`${summary(overview)} (conformance)`} style={style} policy={policy} colorScheme="light dark" />
      <body>
        <a class="skip" href="#publishers">
          Skip to the publishers
        </a>
        <SignSheet />
        <main id="main">
          <header>
            <p class="kicker">Conformance overview</p>
            <h1 class={`is-${VERDICT_SIGNS[worst]}`}>
              <Sign outcome={VERDICT_SIGNS[worst]} size={32} />
              {summary(overview)}
            </h1>
            <p class="quiet">
              {[...highlights(overview), `made ${instant(createdAt)}`].join(' · ')}. It shows what the reports say: to
              rely on one, check it with adserver-conformance verify.
            </p>
          </header>
          {publishers.length > 0 && (
            <section id="publishers" tabIndex={-1} aria-label="Publishers">
              <Filters overview={overview} />
              <Publishers publishers={publishers} linkTo={linkTo} />
            </section>
          )}
          <Standings overview={overview} />
          {unreadable.length > 0 && <NotShown unreadable={unreadable} />}
        </main>
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
}

/** The page's script shows it and makes it work. Without a choice, everything is shown. */
function Filters({ overview: { publishers, counts } }: { readonly overview: Overview }) {
  const number = (fits: (entry: Entry) => boolean) => publishers.filter((one) => fits(latestOf(one))).length;
  const flags: readonly (readonly [value: string, text: string, count: number])[] = [
    ['worse', 'Got worse', number(({ change }) => change?.trend === 'worse')],
    ['better', 'Got better', number(({ change }) => change?.trend === 'better')],
    ['old', 'Too old', number(({ tooOld }) => tooOld === true)],
    ['unsigned', 'Not signed off', number(({ signOff }) => signOff.open > 0)],
  ];
  return (
    <FilterBar what="publishers" searched="name, address, problem">
      <fieldset class="outcomes">
        <legend class="unseen">Show only these verdicts</legend>
        {VERDICT_ORDER.filter((verdict) => counts[verdict] > 0).map((verdict) => (
          <Chip name="verdict" value={verdict} count={counts[verdict]}>
            <Sign outcome={VERDICT_SIGNS[verdict]} size={14} />
            {VERDICTS[verdict]}
          </Chip>
        ))}
      </fieldset>
      <fieldset class="levels">
        <legend class="unseen">Show only publishers that</legend>
        {flags
          .filter(([, , count]) => count > 0)
          .map(([value, text, count]) => (
            <Chip name="flag" value={value} count={count}>
              {text}
            </Chip>
          ))}
      </fieldset>
    </FilterBar>
  );
}

/** The sort order for a click on each column heading. */
const COLUMNS = [
  ['verdict', 'Verdict'],
  ['name', 'Publisher'],
  ['age', 'Ended'],
  ['rules', 'Broken'],
  ['alarm', 'Since the last'],
  ['open', 'Signed off'],
] as const;

// The explicit roles are needed because a narrow screen lays rows out as cards.
function Publishers({ publishers, linkTo }: Pick<Overview, 'publishers'> & Pick<PageProps, 'linkTo'>) {
  return (
    <table role="table">
      <caption class="unseen">The latest report of each publisher, worst and changed first</caption>
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.map(([key, head]) => (
            <th scope="col" role="columnheader" data-sort={key}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {publishers.map((publisher) => (
          <Row publisher={publisher} linkTo={linkTo} rank={severity(latestOf(publisher).shownAs)} />
        ))}
      </tbody>
    </table>
  );
}

function Standings({ overview: { rules, missing = [], publishers } }: { readonly overview: Overview }) {
  return (
    <>
      {rules.length > 0 && (
        <section class="not-shown" aria-labelledby="rules">
          <h2 id="rules">Rules broken most</h2>
          <ul>
            {rules.map(({ id, publishers: count }) => (
              <li>
                <code>{id}</code> fails at {count} of {publishers.length}
              </li>
            ))}
          </ul>
        </section>
      )}
      {missing.length > 0 && (
        <section class="not-shown" aria-labelledby="missing">
          <h2 id="missing">Nothing came from {counted(missing.length, 'publisher')}</h2>
          <ul>
            {missing.map((name) => (
              <li>{name}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function NotShown({ unreadable }: { readonly unreadable: readonly Unreadable[] }) {
  return (
    <section class="not-shown" aria-labelledby="not-shown">
      <h2 id="not-shown">Not shown: {counted(unreadable.length, 'file')}</h2>
      <ul>
        {unreadable.map(({ file, reason }) => (
          <li>
            <code>{file}</code> {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
