import { lines } from './lines.ts';

const REASONS = {
  200: 'OK',
  201: 'Created',
  302: 'Found',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
} as const;

/** Messages of an example, each apart from the next. */
export function messages(...parts: readonly string[]): string {
  return parts.join('\n\n');
}

/** An answer: its status line, then its headers and its body, line by line. */
export function answer(status: keyof typeof REASONS, ...rest: readonly string[]): string {
  return lines(`HTTP/1.1 ${status} ${REASONS[status]}`, ...rest);
}

/** The body of an answer to an order: its id, and each line's reference and id. */
export function saved(order: string, ...booked: readonly (readonly [ref: string, id: string])[]): string {
  const items = booked.map(([ref, id]) => `  {"external_ref": "${ref}", "line_item_id": "${id}", "status": "DRAFT"}`);
  return lines(`{"order_id": "${order}", "status": "DRAFT", "line_items": [`, items.join(',\n'), ']}');
}

/** The body of an error. */
export function error(code: string, message: string): string {
  return `{"code": "${code}", "message": "${message}"}`;
}
