/*
 * Build systems read a job's output for commands: Azure `##vso[` and `##[` anywhere in a line, GitHub `##[` anywhere and
 * `::name` at the start of one, GitLab `section_start:` and `section_end:`, TeamCity `##teamcity[`. No text that came from
 * a service, a file or an option may be one, so everything that is printed or written passes through here.
 */

/** Whether what is written is a text, or commands that the renderer for GitHub made. */
export type Lines = 'texts' | 'commands';

const ANYWHERE = /#(?=#[a-z]{0,20}\[)|(?<=section_(?:start|end)):/gi;
/** Only blanks within a line: otherwise the search would start over at each of many empty lines. */
const AT_START = /^((?:[^\S\n\r\u2028\u2029]|\u0085)*):(?=:[a-z])/gim;

/**
 * Escapes one character of whatever a build system would read as a command: `\u0023#vso[`. In JSON, this is the same
 * value.
 */
export function inert(text: string, lines: Lines = 'texts'): string {
  return lines === 'commands' ? text.replace(ANYWHERE, escaped) : escapedCommands(text, escaped);
}

/** The same, with the escape that the caller gives. */
export function escapedCommands(text: string, escape: (sign: string) => string): string {
  return text.replace(ANYWHERE, escape).replace(AT_START, (_all, blanks: string) => blanks + escape(':'));
}

/** Whether a text holds nothing that a build system would read as a command, wherever in a line it stands. */
export function isInert(text: string): boolean {
  return inert(text) === text;
}

const escaped = (sign: string) => `\\u00${sign.charCodeAt(0).toString(16)}`;
