import { existsSync } from 'node:fs';

/** The Chromium for tests that open a page. */
export const browserPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/**
 * The message of a run without Chromium; `null` if it is installed. On a build server the tests fail instead of being
 * left out.
 */
export const leftOut =
  existsSync(browserPath) || process.env['CI']
    ? null
    : `Left out: test/**/*.browser.test.ts, which open reports in a browser. There is no Chromium at ${browserPath}: install it, or name another with CHROMIUM_PATH.`;
