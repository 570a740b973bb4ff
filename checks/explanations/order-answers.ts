import { lines } from './lines.ts';

/** The answer to an order of one line, of members as JSON has them. */
export const answer = ({
  order = '"o-81"',
  status = '"DRAFT"',
  ref = '"l-1"',
  line = '"li-501"',
  lineStatus = '"DRAFT"',
}) =>
  lines(
    '{',
    `  "order_id": ${order},`,
    `  "status": ${status},`,
    `  "line_items": [{ "external_ref": ${ref}, "line_item_id": ${line}, "status": ${lineStatus} }]`,
    '}',
  );

/** The answer to an order of two lines. */
export const answerOfTwo = (first: string, second: string, firstRef = 'l-de', secondRef = 'l-fr') =>
  lines(
    '{',
    '  "order_id": "o-81",',
    '  "status": "DRAFT",',
    '  "line_items": [',
    `    { "external_ref": "${firstRef}", "line_item_id": "${first}", "status": "DRAFT" },`,
    `    { "external_ref": "${secondRef}", "line_item_id": "${second}", "status": "DRAFT" }`,
    '  ]',
    '}',
  );

/** A refusal with its body. */
export const refused = (status: string, code: string, message: string) =>
  lines(`HTTP/1.1 ${status}`, `{ "code": "${code}", "message": "${message}" }`);

export const created = lines('HTTP/1.1 201 Created', answer({}));
