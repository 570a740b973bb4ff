import type { Reply } from '../../src/http/reply.ts';

/**
 * Texts of the lists in a served answer that stand in a refusal under the same name: data that leaked. What stands
 * around the lists, such as the name of the site, may stand around an error too, and so may what any refusal carries.
 */
export function leakedData(refusal: Reply, served: Reply, otherRefusal: Reply): string[] {
  const { inLists } = texts(served);
  const usual = texts(otherRefusal).all;
  return [...texts(refusal).all].filter((text) => inLists.has(text) && !usual.has(text));
}

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
