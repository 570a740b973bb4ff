import type { Reply } from '../../src/http/reply.ts';

/**
 * Texts of a served answer that stand in a refusal under the same name: data that leaked. What any refusal of the
 * service carries, such as a link or the name of the site, does not count.
 */
export function leakedData(refusal: Reply, served: Reply, otherRefusal: Reply): string[] {
  const data = texts(served);
  const usual = texts(otherRefusal);
  return [...texts(refusal)].filter((text) => data.has(text) && !usual.has(text));
}

/** `name: text` of every string in a JSON body, but for links, scopes and single letters. */
function texts({ json }: Reply): Set<string> {
  const found = new Set<string>();
  if (json.ok) collect(json.value, '', found);
  return found;
}

function collect(value: unknown, name: string, found: Set<string>): void {
  if (typeof value === 'string') {
    if (value.length >= 3 && !/[/:]/.test(value)) found.add(`${name}: ${value}`);
  } else if (Array.isArray(value)) {
    value.forEach((item) => {
      collect(item, name, found);
    });
  } else if (typeof value === 'object' && value !== null)
    for (const [member, inner] of Object.entries(value)) collect(inner, member, found);
}
