// The contracts as OpenAPI documents: schemas/openapi/ says what the endpoints are, and the JSON Schemas beside it what their
// bodies hold.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dump, load } from 'js-yaml';

const schemas = fileURLToPath(new URL('../schemas/', import.meta.url));

export const CONTRACTS = ['ad-server', 'listing'];

/**
 * The document of a contract, with every schema that it refers to among its components.
 * @param {string} contract one of CONTRACTS
 * @returns {Promise<Record<string, any>>}
 */
export async function openApi(contract) {
  const document = load(await readFile(join(schemas, 'openapi', `${contract}.yaml`), 'utf8'));
  const bodies = {};
  const whole = await within(document, bodies);
  return { ...whole, components: { ...whole.components, schemas: { ...bodies, ...whole.components.schemas } } };
}

/** A part of the document whose references to files lead to `bodies` instead, which gets what they name. */
async function within(part, bodies) {
  if (Array.isArray(part)) return Promise.all(part.map((element) => within(element, bodies)));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref } = part;
  if (typeof $ref === 'string' && $ref.startsWith('../')) {
    const name = titleOf($ref);
    const schema = JSON.parse(await readFile(join(schemas, 'openapi', $ref), 'utf8'));
    // In here, a schema is known by its name among the components.
    bodies[name] = { ...schema, $schema: undefined, $id: undefined };
    return { $ref: `#/components/schemas/${name}` };
  }
  const members = await Promise.all(
    Object.entries(part).map(async ([name, value]) => [name, await within(value, bodies)]),
  );
  return Object.fromEntries(members);
}

/** '../order-request.schema.json' → 'OrderRequest' */
const titleOf = (file) =>
  basename(file, '.schema.json').replace(/(?:^|-)(\w)/g, (_match, letter) => letter.toUpperCase());

/** The document as a file: `yaml` or `json`. */
export const asText = {
  yaml: (document) => dump(document, { lineWidth: 120, noRefs: true, skipInvalid: true }),
  json: (document) => JSON.stringify(document),
};
