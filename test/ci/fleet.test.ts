import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { CronJob } from 'kubernetes-models/batch/v1';
import { ConfigMap, PersistentVolumeClaim } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { emptyFolder } from '../cli/command.ts';
import { textOf } from '../house/imports.ts';
import { night } from '../overview/fleet.ts';
import { gitlabJobs, publicPublisher, runScript } from './runner.ts';
import { testWith } from '../tools.ts';

/** As build systems run it, and over HTTPS. */
const asRun = testWith('bash', 'openssl');

const ADDRESS = 'https://ads.example.com/api/v1';
const example = (file: string) => textOf(`examples/fleet/${file}`);
const folder = async (files: Readonly<Record<string, string>>) => {
  const made = await emptyFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(made, name, '..'), { recursive: true });
    await writeFile(join(made, name), text);
  }
  return made;
};
const reportOf = (host: string) => JSON.stringify(night(host, { ago: 0 }));
const inFolder = (made: string, script: string) => `cd '${made}'\n${script}`;

it.each(['github-actions.yml', 'gitlab-ci.yml', 'kubernetes.yaml'])(
  '%s takes the major version of this package',
  (file) => {
    const major = manifest.version.split('.')[0] ?? '';
    const named = [...example(file).matchAll(/adserver-conformance@v?(\d+)/g)].map(([, version]) => version);
    expect([named.length > 1, new Set(named)]).toEqual([true, new Set([major])]);
  },
);

describe('the fleet on GitHub Actions', () => {
  const workflow = parse(example('github-actions.yml')) as {
    jobs: { overview: { steps: { id?: string; run?: string }[] } };
  };

  it('is a valid workflow', () => {
    expect(validateWorkflow(example('github-actions.yml')).errors).toEqual([]);
    expect(validateWorkflow(example('github-actions.yml').replace('matrix:', 'mattrix:')).errors).not.toEqual([]);
  });

  asRun('renders what it downloaded, beside the nights before', async () => {
    const made = await folder({
      'tonight/conformance-acme/report.json': reportOf('ads.acme.example'),
      'tonight/conformance-nord-markt/report.json': reportOf('ads.nordmarkt.example'),
      'tonight/conformance-broken-down/junit.xml': '',
      'reports/acme/2026-01-01.json': JSON.stringify(night('ads.acme.example', { ago: 1 })),
    });
    const script = workflow.jobs.overview.steps.find(({ id }) => id === 'overview')?.run ?? '';
    const summary = join(made, 'summary.md');
    const { code, stderr } = await runScript(inFolder(made, script), { GITHUB_STEP_SUMMARY: summary });
    expect(code, stderr).toBe(0);
    expect(await readFile(summary, 'utf8')).toContain('# 2 publishers: ');
    expect(await readFile(join(made, 'overview.html'), 'utf8')).toContain('ads.nordmarkt.example');
  });
});

describe('the fleet on GitLab', () => {
  const pipeline = parse(example('gitlab-ci.yml')) as Record<'certify' | 'overview', { script: string[] }>;

  testWith('git')('is a valid pipeline with a job for each publisher', async () => {
    const { code, stdout, stderr } = await gitlabJobs(example('gitlab-ci.yml'));
    expect(code, stderr).toBe(0);
    const names = (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual([
      expect.stringMatching(/^certify: \[acme/),
      expect.stringMatching(/^certify: \[nordmarkt/),
      'overview',
    ]);
    expect((await gitlabJobs(example('gitlab-ci.yml').replace('matrix:', 'mattrix:'))).code).not.toBe(0);
  });

  asRun('certifies a publisher, and renders what every job left', async () => {
    const { keys, route } = await publicPublisher();
    const environment = {
      ...route,
      PUBLISHER: 'acme',
      ADSERVER_BASE_URL: ADDRESS,
      KEY: 'ACME_API_KEY',
      ACME_API_KEY: keys['ADSERVER_API_KEY'] ?? '',
      ADSERVER_ONLY: 'health',
    };
    const certified = await runScript(pipeline.certify.script.join('\n'), environment);
    expect(certified.code, certified.stderr).toBe(0);
    const rendered = await runScript(inFolder(certified.folder, pipeline.overview.script.join('\n')), {});
    expect(rendered.stdout).toContain('1 publisher: 1 passed');
    expect(existsSync(join(certified.folder, 'overview.html'))).toBe(true);
  });
});

describe('the fleet on Kubernetes', () => {
  const documents = parseAllDocuments(example('kubernetes.yaml')).map((one) => one.toJS() as unknown);
  const kinds = { ConfigMap, PersistentVolumeClaim, CronJob };
  const read = (document: unknown) => {
    const { kind } = document as { kind: keyof typeof kinds };
    // Each is validated by its own class.
    return new kinds[kind](document as never);
  };
  const job = (documents.find((one) => (one as { kind: string }).kind === 'CronJob') ?? {}) as {
    spec: {
      jobTemplate: {
        spec: {
          completions: number;
          completionMode: string;
          template: { spec: { containers: { command: string[]; env: { name: string; value: string }[] }[] } };
        };
      };
    };
  };
  const { spec } = job.spec.jobTemplate;
  const script = spec.template.spec.containers[0]?.command.at(-1) ?? '';

  it('is a valid manifest', () => {
    expect(documents).toHaveLength(3);
    for (const document of documents)
      expect(() => {
        read(document).validate();
      }).not.toThrow();
    const wrong = parse(
      JSON.stringify(job).replace('"backoffLimitPerIndex":1', '"backoffLimitPerIndex":"one"'),
    ) as unknown;
    expect(() => {
      read(wrong).validate();
    }).toThrow();
  });

  it('is an Indexed Job with a pod for each publisher', () => {
    const { data } = documents[0] as { data: { publishers: string } };
    expect([spec.completionMode, spec.completions]).toEqual(['Indexed', data.publishers.trim().split('\n').length]);
  });

  /** Runs the pod of one index; `sh` is what the image has. */
  async function pod(made: string, index: number, environment: Readonly<Record<string, string>>) {
    await writeFile(join(made, 'pod.sh'), script);
    return runScript(`sh -eu '${join(made, 'pod.sh')}'`, {
      ...environment,
      JOB_COMPLETION_INDEX: String(index),
      PUBLISHERS: join(made, 'publishers'),
      KEYS: join(made, 'keys'),
      REPORTS: join(made, 'reports'),
      ADSERVER_ONLY: 'health',
    });
  }

  asRun('certifies the publisher of its index, and renders the overview as its last step', async () => {
    const { keys, route } = await publicPublisher();
    const made = await folder({
      publishers: `acme https://nowhere.example/api/v1\nnordmarkt ${ADDRESS}\n`,
      'keys/nordmarkt': keys['ADSERVER_API_KEY'] ?? '',
      'reports/acme/2026-01-01.json': reportOf('ads.acme.example'),
    });
    const { code, stdout, stderr } = await pod(made, 1, route);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('2 publishers: ');
    expect(await readdir(join(made, 'reports', 'nordmarkt'))).toHaveLength(1);
    expect(await readFile(join(made, 'reports', 'overview.html'), 'utf8')).toContain('ads.acme.example');
  });

  asRun('ends well for a publisher that fails, and not for one that was not judged', async () => {
    const made = await folder({ publishers: 'acme http://127.0.0.1:1/api/v1\n', 'keys/acme': 'some-key' });
    expect((await pod(made, 0, {})).code).toBe(3);
  });
});
