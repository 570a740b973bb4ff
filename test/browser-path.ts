import { existsSync } from 'node:fs';

/** Where Chromium is, for the tests that open a page in it. */
export const browserPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** What a run without Chromium says; `null` if there is one. On a build server nothing is left out: its tests fail. */
export const leftOut =
  existsSync(browserPath) || process.env['CI']
    ? null
    : `Left out: test/**/*.browser.test.ts, which open reports in a browser. There is no Chromium at ${browserPath}: install it, or name another with CHROMIUM_PATH.`;
