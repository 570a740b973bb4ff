import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { chromium, type Browser, type ConsoleMessage, type Dialog, type Page, type Request } from 'playwright-core';
import { browserPath } from '../tools-here.ts';

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

/** Starts a Chromium with an empty profile that makes no requests by itself. */
export async function launchChromium(): Promise<Chromium> {
  return new Chromium(
    await chromium.launch({
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
    }),
  );
}

/** A browser that opens reports, one after the other in the same window: a new window takes twice the time of a page. */
export class Chromium {
  readonly #browser: Browser;
  readonly #free = { true: new Array<Page>(), false: new Array<Page>() };

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Opens a page from the disk, as a double click does. Its window is free for the next page once it is disposed of. */
  async open(text: string, options: PageOptions = {}): Promise<OpenPage> {
    const { width = 1280, colorScheme = 'light', javaScriptEnabled = true } = options;
    const free = this.#free[`${javaScriptEnabled}`];
    const page = free.pop() ?? (await this.#newWindow(javaScriptEnabled));
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, media: null });
    await page.mouse.move(0, 0);
    const folder = await mkdtemp(join(tmpdir(), 'page-'));
    const file = join(folder, 'report.html');
    await writeFile(file, text);
    const address = pathToFileURL(file).href;
    const incidents: string[] = [];
    const watches = watch(page, address, incidents);
    await page.goto(address);
    return {
      page,
      address,
      incidents,
      async [Symbol.asyncDispose]() {
        watches.dispose();
        free.push(page);
        await rm(folder, { recursive: true });
      },
    };
  }

  async #newWindow(javaScriptEnabled: boolean): Promise<Page> {
    const context = await this.#browser.newContext({ javaScriptEnabled });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    return context.newPage();
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** Notes what should not happen until it is disposed of. */
function watch(page: Page, address: string, incidents: string[]): { dispose: () => void } {
  const onRequest = (request: Request) => {
    if (request.url() !== address) incidents.push(`request ${request.url()}`);
  };
  const onConsole = (message: ConsoleMessage) => incidents.push(`console ${message.type()}: ${message.text()}`);
  const onError = (error: Error) => incidents.push(`error ${error.message}`);
  const onDialog = (dialog: Dialog) => {
    incidents.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  };
  page.on('request', onRequest).on('console', onConsole).on('pageerror', onError).on('dialog', onDialog);
  return {
    dispose: () =>
      page.off('request', onRequest).off('console', onConsole).off('pageerror', onError).off('dialog', onDialog),
  };
}

/** Rules of accessibility that the page breaks, each with the elements that break it. */
export async function barriersIn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    const { violations } = await checker.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
  });
}

export function unfoldAll(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.querySelectorAll('details').forEach((details) => {
      details.open = true;
    });
  });
}

/** The pixels by which the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
