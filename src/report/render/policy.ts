import { createHash } from 'node:crypto';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A Content-Security-Policy that allows this stylesheet and this script, and nothing else. */
export const policy = (style: string, script?: string): string =>
  [
    `default-src 'none'`,
    `style-src ${hash(style)}`,
    ...(script === undefined ? [] : [`script-src ${hash(script)}`]),
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
