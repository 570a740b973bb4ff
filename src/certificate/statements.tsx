import type { Answer, SignedStatement, SignOff } from '../sign-off/model.ts';
import { byKey, keyOf, statementsOf } from '../sign-off/statements.ts';
import { standingInWords, standingOf, type Standing } from '../sign-off/standing.ts';
import type { Report } from '../report/model.ts';
import { grouped, listed } from '../report/text.ts';
import { oneLine, Prose } from '../report/render/html/words.tsx';

const MARKS: Readonly<Record<Answer, string>> = { confirmed: '✓', 'does-not-apply': '–', open: '○' };
const WORDS: Readonly<Record<Answer, string>> = {
  confirmed: 'Confirmed',
  'does-not-apply': 'Does not apply',
  open: 'Open',
};
const MOST_STATEMENTS = 24;
/** Up to this many statements have room for their full text and for more remarks. The sign-off contains all remarks. */
const FEW_STATEMENTS = 16;
const MOST_REMARKS = { few: 8, many: 2 };

interface StatementsProps {
  readonly report: Report;
  /** The sign-off, if it belongs to this report. */
  readonly signOff: SignOff | undefined;
}

/** The statements that no request can show, and who confirmed them. */
export function Statements({ report, signOff }: StatementsProps) {
  const answers = byKey(signOff?.statements ?? []);
  const statements = statementsOf(report).map(
    (one): SignedStatement => answers.get(keyOf(one)) ?? { ...one, answer: 'open' },
  );
  if (statements.length === 0) return null;
  const size = statements.length <= FEW_STATEMENTS ? 'few' : 'many';
  const remarked = statements.filter(({ remark }) => remark !== undefined).slice(0, MOST_REMARKS[size]);
  const left = statements.length - MOST_STATEMENTS;
  const standing = standingOf(report, signOff);
  return (
    <section>
      <h2>What no request can show: {standingInWords(standing)}</h2>
      <p class="cut">{signersInWords(standing)}</p>
      <ul class={`statements ${size}`}>
        {statements.slice(0, MOST_STATEMENTS).map((one) => (
          <Signed
            statement={one}
            date={standing.oldest === standing.latest ? undefined : one.at}
            remark={remarked.includes(one) ? one.remark : undefined}
          />
        ))}
      </ul>
      {left > 0 && <p class="quiet">And {grouped(left)} more in the report.</p>}
    </section>
  );
}

interface SignedProps {
  readonly statement: SignedStatement;
  /** The date of this answer, unless all were given on one day. */
  readonly date: string | undefined;
  readonly remark: string | undefined;
}

function Signed({ statement: { section, requirement, answer }, date, remark }: SignedProps) {
  return (
    <li class={`is-${answer}`}>
      <span class="mark" aria-hidden="true">
        {MARKS[answer]}
      </span>
      <div>
        <p class="cut">
          <strong class={answer === 'confirmed' ? 'unseen' : ''}>{WORDS[answer]}. </strong>
          <span class="quiet">
            {oneLine(section, 40)}
            {date !== undefined && `, ${dayOf(date)}`}:
          </span>{' '}
          <Prose text={requirement} max={240} />
        </p>
        {remark !== undefined && <p class="quiet remark">Remark: {oneLine(remark, 110)}</p>}
      </div>
    </li>
  );
}

const dayOf = (time: string) => oneLine(time, 40).slice(0, 10);

function signersInWords({ signers, oldest, latest }: Standing): string {
  if (signers.length === 0) return 'Nobody has signed these statements off.';
  const names = signers.map(
    ({ name, role, answers }) => `${oneLine(name, 60)}, ${oneLine(role, 60)} (${grouped(answers)})`,
  );
  const [from, to] = [dayOf(oldest ?? ''), dayOf(latest ?? '')];
  return `Signed off by ${listed(names, 3)}, ${from === to ? `on ${from}` : `from ${from} to ${to}`}.`;
}
