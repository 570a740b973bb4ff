/**
 * The URL that a text is, or `null`. `URL.canParse` is not used anywhere: once a process has called it often, Node 20 says
 * `false` of a text with letters such as ü.
 */
export function urlOf(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
