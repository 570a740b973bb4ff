import type { Exchange } from '../http/exchange.ts';
import { grouped, printable } from './text.ts';

/** `POST /orders`: the method, and the address after its version segment, with its query. */
export function requestLine({ request }: Exchange): string {
  const path = request.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/^.*?\/api\/v1(?=\/|$)/, '') || '/';
  return printable(`${request.method} ${path}`, { max: 200 });
}

/** `500 text/html`, or why no answer came. */
export function answerLine({ response, error }: Exchange): string {
  if (response === null) return printable(`no answer: ${(error ?? 'unknown').replace(/\.$/, '')}`, { max: 300 });
  const type = (response.headers['content-type'] ?? '').split(';')[0] ?? '';
  return printable(`${response.status} ${type}`, { max: 100 }).trim();
}

/** How the request differs from usual ones: another credential, a retry. */
export function circumstances({ request, attempt }: Exchange): string[] {
  const authorization = request.headers['authorization'];
  const usual =
    authorization === undefined
      ? /\/auth\/token(?:\?|$)/.test(request.url)
      : authorization === 'Bearer [ADSERVER_API_KEY]';
  const credential = authorization === undefined ? 'without authorization' : printable(authorization, { max: 120 });
  return [...(usual ? [] : [credential]), ...(attempt > 1 ? [`try ${attempt}`] : [])];
}

/** `84 ms`, `1.2 s`, `2 min 5 s` */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 100) / 10;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(milliseconds / 1_000);
  return `${grouped(Math.floor(whole / 60))} min ${whole % 60} s`;
}
