import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { browserPath } from '../browser-path.ts';

/** A Chromium with an empty profile that makes no requests by itself. */
export async function launchChromium(): Promise<Browser> {
  if (!existsSync(browserPath))
    throw new Error(
      `The page is tested in a real browser, and there is no Chromium at ${browserPath}: install it (Debian: apt-get install chromium), or name another with CHROMIUM_PATH.`,
    );
  return chromium.launch({
    executablePath: browserPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface PageOptions {
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
}

export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  readonly address: string;
  /** Everything that should not happen: requests other than for the page itself, errors, violations of the policy. */
  readonly incidents: readonly string[];
}

/** Opens a page from the disk, as a double click does. */
export async function openFromDisk(browser: Browser, text: string, options: PageOptions = {}): Promise<OpenPage> {
  const { width = 1280, ...rest } = options;
  const folder = await mkdtemp(join(tmpdir(), 'page-'));
  const file = join(folder, 'report.html');
  await writeFile(file, text);
  const address = pathToFileURL(file).href;
  const context = await browser.newContext({ viewport: { width, height: 900 }, ...rest });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const incidents: string[] = [];
  page.on('request', (request) => {
    if (request.url() !== address) incidents.push(`request ${request.url()}`);
  });
  page.on('console', (message) => incidents.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => incidents.push(`error ${error.message}`));
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(address);
  return {
    page,
    address,
    incidents,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(folder, { recursive: true });
    },
  };
}
