import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/*
 * What some tests take besides Node, npm and a shell. Where a tool is missing, they are skipped, and the run says so; on a
 * build server (`CI`), it fails then.
 */

const TOOLS = {
  chromium: ['opening reports in a browser', 'chromium, or name another with CHROMIUM_PATH'],
  xmllint: ['validating JUnit files', 'libxml2-utils'],
  prove: ['reading TAP with another program', 'perl'],
  openssl: ['TLS, proxies and signatures', 'openssl'],
  cat: ['lines to paste that take the usual commands of a shell', 'coreutils'],
  sed: ['lines to paste that take sed', 'sed'],
  bash: ['the templates for CI systems, and lines to paste', 'bash'],
  curl: ['commands that show a failure again', 'curl'],
  zsh: ['completion in zsh', 'zsh'],
  fish: ['completion in fish', 'fish'],
  git: ['the pipeline for GitLab', 'git'],
  script: ['colours on a terminal', 'bsdutils'],
  ps: ['the title of the process', 'procps'],
} as const satisfies Readonly<Record<string, readonly [tests: string, debianPackage: string]>>;

export type Tool = keyof typeof TOOLS;

/** The Chromium for tests that open a page. */
export const browserPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const names = Object.keys(TOOLS) as Tool[]; // The keys of the table.

export const missingTools: readonly Tool[] = names.filter((tool) => !isThere(tool));

/** A line for each tool that is missing: which tests were left out, and what to install. */
export const leftOut: readonly string[] = missingTools.map((tool) => {
  const [tests, debianPackage] = TOOLS[tool];
  return `Left out, for there is no ${tool} here: tests of ${tests}. Debian: apt-get install ${debianPackage}.`;
});

function isThere(tool: Tool): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = tool === 'chromium' ? [browserPath] : folders.map((folder) => join(folder, tool));
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
