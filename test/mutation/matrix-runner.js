import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import { TestStatus } from '@stryker-mutator/api/test-runner';
import { build } from 'esbuild';

/** A publisher that makes the suite wait longer than this, such as one whose 503 is tried again, is left out. */
const TOO_SLOW_MS = 8000;
const AT_ONCE = 3;

/**
 * Judges the publishers of a part in this process. The mutated checks are bundled once and switched by Stryker's
 * variable; only what runs while modules are loaded needs them loaded afresh.
 */
class MatrixRunner {
  static inject = tokens(commonTokens.options, commonTokens.logger);
  #part;
  #log;
  #bundle = join(resolve('.stryker-bundle'), `${process.pid}.mjs`);
  #loads = 0;
  #cases = [];
  /** The publishers whose fault shows only where the whole suite runs. */
  #wide = new Set();
  /** The publishers that showed earlier mutants, the latest first: they are likely to show the next one. */
  #telling = [];
  /** Where they are noted: a process that hangs is replaced by another, which makes no first run. */
  #note = join(resolve('.stryker-bundle'), 'wide.json');

  constructor(options, log) {
    this.#part = options.matrix;
    this.#log = log;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    await mkdir(resolve('.stryker-bundle'), { recursive: true });
    await build({
      entryPoints: [resolve('test/mutation/cases.ts')],
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      outfile: this.#bundle,
      logLevel: 'error',
    });
  }

  async dryRun() {
    const stryker = state();
    await this.#load();
    const tests = [];
    for (const { id, run } of this.#cases) {
      stryker.currentTestId = id;
      const began = performance.now();
      let wrong = await verdictOf(run, 'module');
      if (wrong !== null) {
        this.#wide.add(id);
        wrong = await verdictOf(run, 'suite');
      }
      const timeSpentMs = performance.now() - began;
      if (wrong !== null) this.#log.warn(`${id} sits out: ${wrong}`);
      const sitsOut = wrong !== null || timeSpentMs > TOO_SLOW_MS;
      tests.push({ id, name: id, timeSpentMs, status: sitsOut ? TestStatus.Skipped : TestStatus.Success });
    }
    stryker.currentTestId = undefined;
    await writeFile(this.#note, JSON.stringify([...this.#wide]));
    return { status: 'complete', tests, mutantCoverage: stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment }) {
    const stryker = state();
    stryker.hitCount = hitLimit === undefined ? undefined : 0;
    stryker.hitLimit = hitLimit;
    stryker.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
    try {
      if (reloadEnvironment || this.#cases.length === 0) await this.#load();
    } catch (error) {
      return { status: 'killed', killedBy: ['plain'], nrOfTests: 0, failureMessage: String(error) };
    }
    stryker.activeMutant = activeMutant.id;
    return this.#judge(testFilter, await checkAt(activeMutant));
  }

  /**
   * The conformant publisher alone, then several at a time until one shows the mutant: those first whose fault this check
   * finds, and of them those that showed others. Faults that it does not find say no more of it than the conformant
   * publisher does.
   */
  async #judge(testFilter, check) {
    const rank = ({ id, fails }) => {
      if (id === 'plain') return 0;
      const kind = (fails.includes(check) ? 1 : 3) + Number(this.#wide.has(id));
      return this.#telling.includes(id) ? 1 + this.#telling.indexOf(id) / this.#cases.length : 1 + kind;
    };
    const queue = this.#cases
      .filter(({ id }) => testFilter?.includes(id) ?? true)
      .filter(({ fails }) => check === undefined || fails.length === 0 || fails.includes(check))
      .sort((one, other) => rank(one) - rank(other));
    let killed = null;
    let nrOfTests = 0;
    const next = async () => {
      for (let one = queue.shift(); one !== undefined && killed === null; one = queue.shift()) {
        const wrong = await verdictOf(one.run, this.#wide.has(one.id) ? 'suite' : 'module');
        nrOfTests += 1;
        if (wrong !== null) killed ??= { killedBy: [one.id], failureMessage: wrong };
        if (nrOfTests === 1) return;
      }
    };
    await next();
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    if (killed === null) return { status: 'survived', nrOfTests };
    const [id] = killed.killedBy;
    this.#telling = [id, ...this.#telling.filter((other) => other !== id)];
    return { status: 'killed', nrOfTests, ...killed };
  }

  async #load() {
    const noted = await readFile(this.#note, 'utf8').catch((error) => {
      if (error.code !== 'ENOENT') throw error;
      return '[]';
    });
    this.#wide = new Set(JSON.parse(noted));
    const { casesOf } = await import(`${pathToFileURL(this.#bundle).href}?${this.#loads++}`);
    this.#cases = casesOf(this.#part);
  }

  async dispose() {
    await rm(this.#bundle, { force: true });
  }
}

async function verdictOf(run, scope) {
  try {
    return await run(scope);
  } catch (error) {
    return String(error);
  }
}

/** The id of the check whose definition the mutant is in; `undefined` where it is in what several share. */
async function checkAt({ fileName, location }) {
  const lines = (await readFile(fileName, 'utf8')).split('\n');
  const opening = lines.findLastIndex((line, index) => index <= location.start.line && /^[^\s)}\]]/.test(line));
  if (!/^(?:export )?(?:const \w+ = )?\w+\.(?:check|watch)\(/.test(lines[opening] ?? '')) return undefined;
  return lines
    .slice(opening)
    .map((line) => /\bid: '([a-z0-9.-]+)'/.exec(line)?.[1])
    .find((id) => id !== undefined);
}

/** What instrumented code reads and writes. */
function state() {
  return (globalThis.__stryker__ ??= {});
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'matrix', MatrixRunner)];
export const strykerValidationSchema = {
  properties: { matrix: { type: 'object' } },
};
