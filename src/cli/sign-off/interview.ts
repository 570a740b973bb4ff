import type { Begun } from '../../sign-off/begin.ts';
import type { GuidanceFor, Person, SignedStatement } from '../../sign-off/model.ts';
import { keyOf } from '../../sign-off/statements.ts';
import type { Asker, Reply } from './question.ts';

export interface Interview {
  readonly begun: Begun;
  readonly by: Person;
  readonly guidanceFor: GuidanceFor;
  /** The reason why no request can show a statement, in case this version has no guidance for it. */
  readonly whyOf: (statement: SignedStatement) => string;
  readonly inWords: (statements: readonly SignedStatement[]) => string;
  readonly save: (statements: readonly SignedStatement[]) => Promise<void>;
  readonly now: () => string;
}

/** Asks the statements one after the other and saves each answer at once. Returns all statements. */
export async function interview(asker: Asker, about: Interview): Promise<readonly SignedStatement[]> {
  const { begun, save } = about;
  const asked = [...begun.asked];
  let statements = begun.statements;
  for (let index = 0; index < asked.length;) {
    const [key, cause] = asked[index] ?? ['', 'new' as const];
    const statement = statements.find((one) => keyOf(one) === key);
    if (statement === undefined) throw new Error(`there is no statement ${key}`);
    const reply = await asker.ask({
      statement,
      guidance: about.guidanceFor(statement) ?? { means: '', look: about.whyOf(statement) },
      cause,
      position: index + 1,
      total: asked.length,
      standing: about.inWords(statements),
    });
    if (reply === 'leave') break;
    if (reply === 'back') {
      index = Math.max(0, index - 1);
      continue;
    }
    statements = statements.map((one) => (one === statement ? answered(one, reply, about) : one));
    await save(statements);
    index += 1;
  }
  return statements;
}

function answered(
  { contract, section, requirement }: SignedStatement,
  { answer, remark }: Exclude<Reply, string>,
  { by, now }: Interview,
): SignedStatement {
  return {
    ...{ contract, section, requirement, answer },
    ...(remark === '' ? {} : { remark }),
    by,
    at: now(),
  };
}
