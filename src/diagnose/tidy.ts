import { urlOf } from '../text/url.ts';

/** Invisible characters that are copied from documents and chats. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const OPENING = /^["'`“”„‟«»‘’‚‹›<([{]+/;
const CLOSING = /["'`“”„‟«»‘’‚‹›>)\]},;.]+$/;

/** The address that a typed text was probably meant to be. */
export function tidyAddress(typed: string): string {
  let text = typed.replace(INVISIBLE, '').normalize('NFKC').replace(/\s+/g, '').replaceAll('\\', '/');
  // The target of a Markdown link is in round brackets.
  text = /\]\((https?:[^)]+)\)/i.exec(text)?.[1] ?? text;
  // There may be text before the address: “Base URL: https://…”.
  const at = text.search(/https?:\/\//i);
  if (at > 0) text = text.slice(at);
  text = text.replace(OPENING, '').replace(CLOSING, '');
  text = text.replace(/^(https?|htps|htpps|hhttps|ttps|httpss)[:;]?\/{1,3}(?=[^/])/i, (_, scheme: string) =>
    scheme.toLowerCase() === 'http' ? 'http://' : 'https://',
  );
  if (text !== '' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) text = `https://${text.replace(/^\/+/, '')}`;
  return withTidyPath(text);
}

function withTidyPath(text: string): string {
  const url = urlOf(text);
  if (url === null) return text;
  url.pathname = url.pathname.replace(/\/{2,}/g, '/').replace(/(\/health)?\/*$/i, '');
  url.hash = '';
  return url.href;
}

/** The key that a typed text was probably meant to be. */
export function tidyKey(typed: string): string {
  return typed
    .replace(INVISIBLE, '')
    .replaceAll('\u00a0', ' ')
    .trim()
    .replace(/^(authorization|api[ _-]?key|key|token)\s*[:=]\s*/i, '')
    .replace(/^["'`“”„«»‘’‹›<]+/, '')
    .replace(/^bearer[\s:]+/i, '')
    .replace(/["'`“”„«»‘’‹›>,;]+$/, '')
    .trim();
}
