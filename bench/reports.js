// A report with five thousand exchanges, in every format and in a browser.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { startSandbox } from '../scripts/sandbox-process.js';
import { adServerOnly } from './loopback.js';
import { command, inFolder, median, node } from './measure.js';

const EXCHANGES = 5000;
const FORMATS = ['terminal', 'json', 'html', 'junit', 'tap', 'markdown', 'github', 'har'];
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export const reports = () =>
  inFolder(async (folder) => {
    const file = join(folder, 'report.json');
    await writeFile(file, JSON.stringify(await largeReport(folder)));
    const rows = [];
    for (const format of FORMATS) {
      const args = [command, 'report', file, '--output', `${format}=${join(folder, format)}`];
      const times = [];
      for (let count = 0; count < 3; count++) times.push((await node(args)).ms);
      rows.push({ what: `${format} of ${EXCHANGES} exchanges, of two seconds`, figure: median(times) / 2000, bar: 1 });
    }
    if (existsSync(CHROMIUM)) rows.push(await opened(join(folder, 'html')));
    return rows;
  });

/** A failed run, its exchanges over and over. */
async function largeReport(folder) {
  const file = join(folder, 'small.json');
  const sandbox = await startSandbox(command, ['--fault', 'health-timezone-offset']);
  try {
    await node([command, 'certify', '--local', '--quiet', '--output', `json=${file}`], {
      environment: adServerOnly(sandbox.environment),
      codes: [1],
    });
  } finally {
    sandbox.stop();
  }
  const report = JSON.parse(await readFile(file, 'utf8'));
  const exchanges = Array.from({ length: EXCHANGES }, (_, index) => ({
    ...report.exchanges[index % report.exchanges.length],
    id: `x${index + 1}`,
  }));
  return { ...report, exchanges };
}

/** The longest time for which the opening page did not react, as part of half a second. */
async function opened(file) {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      globalThis.longest = 0;
      new globalThis.PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
      }).observe({ entryTypes: ['longtask'] });
    });
    await page.goto(pathToFileURL(file).href);
    await page.waitForTimeout(500);
    const longest = await page.evaluate(() => globalThis.longest);
    return { what: 'longest task of the page while it opens, of half a second', figure: longest / 500, bar: 1 };
  } finally {
    await browser.close();
  }
}
