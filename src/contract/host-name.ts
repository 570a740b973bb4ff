import { domainToASCII } from 'node:url';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(`^(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);

/** Whether a text is a valid DNS host name, in any script. */
export function isHostName(text: string): boolean {
  const name = domainToASCII(text);
  return name.length <= 253 && HOST.test(name);
}
