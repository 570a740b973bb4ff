import type { Reply } from '../../src/http/reply.ts';

/** Refusals that show what an error of the service carries besides. */
interface OtherRefusals {
  /** Of the same template, for another reason. */
  readonly same: Reply;
  readonly elsewhere: Elsewhere | undefined;
}

/** Refusals of another template than the one of this number. */
export interface Elsewhere {
  readonly templateId: number;
  readonly replies: readonly Reply[];
}

/**
 * Texts of the lists in a served answer that stand in a refusal under the same name: data that leaked. What stands
 * around the lists, such as the name of the site, may stand around an error too, and so may what any refusal carries:
 * but what all refusals of one template carry, and those of another do not, is data of that template.
 */
export function leakedData(refusal: Reply, served: Reply, { same, elsewhere }: OtherRefusals): string[] {
  const { inLists } = texts(served);
  const { all } = texts(refusal);
  const found = [...inLists].filter((text) => all.has(text));
  const usual = texts(same).all;
  const unusual = found.filter((text) => !usual.has(text));
  if (unusual.length > 0 || elsewhere === undefined) return unusual;
  // Where another template is refused for another reason, its refusal may be of another form: only all there is tells.
  const isAlike = elsewhere.replies.every(({ status }) => status === refusal.status);
  if (!isAlike && found.length < Math.max(inLists.size, ENOUGH)) return [];
  const everywhere = new Set(elsewhere.replies.flatMap((other) => [...texts(other).all]));
  const number = new RegExp(`(?<!\\d)${elsewhere.templateId}(?!\\d)`);
  return found.filter((text) => !everywhere.has(text) && !number.test(text));
}

/** So many texts are no coincidence. */
const ENOUGH = 3;

interface Texts {
  readonly all: Set<string>;
  readonly inLists: Set<string>;
}

/** `name: text` of every string in a JSON body, but for links, scopes and single letters. */
function texts({ json }: Reply): Texts {
  const found: Texts = { all: new Set(), inLists: new Set() };
  if (json.ok) collect(json.value, '', false, found);
  return found;
}

function collect(value: unknown, name: string, isInList: boolean, found: Texts): void {
  if (typeof value === 'string') {
    if (value.length < 3 || /[/:]/.test(value)) return;
    found.all.add(`${name}: ${value}`);
    if (isInList) found.inLists.add(`${name}: ${value}`);
  } else if (Array.isArray(value)) {
    value.forEach((item) => {
      collect(item, name, true, found);
    });
  } else if (typeof value === 'object' && value !== null)
    for (const [member, inner] of Object.entries(value)) collect(inner, member, isInList, found);
}
