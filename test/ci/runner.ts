import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { startPublisher, type PublisherOptions } from '../../fixtures/publisher/index.ts';
import { emptyFolder, program, runProgram, type Ended } from '../cli/command.ts';
import { CertificateAuthority } from '../network/certificate-authority.ts';
import { forwardProxy } from '../network/forward-proxy.ts';

export const HOST = 'ads.example.com';

export type Environment = Readonly<Record<string, string>>;

/** A publisher that a program with this environment sees at https://ads.example.com/api/v1, and its five keys. */
export async function publicPublisher(
  options: PublisherOptions = {},
): Promise<{ readonly keys: Environment; readonly route: Environment }> {
  const authority = new CertificateAuthority();
  const publisher = await startPublisher({ ...options, tls: authority.issue({ names: `DNS:${HOST}` }) });
  const proxy = await forwardProxy(200, Number(new URL(publisher.baseUrl).port));
  onTestFinished(async () => {
    await proxy.close();
    await publisher.stop();
    authority.dispose();
  });
  const ca = join(await emptyFolder(), 'ca.pem');
  await writeFile(ca, authority.pem);
  const { full, withoutRead, withoutDraft, withoutReport, expired } = publisher.keys;
  return {
    keys: {
      ADSERVER_API_KEY: full,
      ADSERVER_KEY_WITHOUT_READ: withoutRead,
      ADSERVER_KEY_WITHOUT_DRAFT: withoutDraft,
      ADSERVER_KEY_WITHOUT_REPORT: withoutReport,
      ADSERVER_EXPIRED_KEY: expired,
    },
    route: {
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: ca,
      NODE_OPTIONS: `--import ${new URL('public-name.js', import.meta.url).href}`,
    },
  };
}

/** Replaces npx: runs the built command, whatever package is named. */
const NPX = `#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in
    --package) shift 2 ;;
    adserver-conformance*) shift; exec "${process.execPath}" "${program}" "$@" ;;
    *) shift ;;
  esac
done
exit 127
`;

/** Runs a CI system's script as its runner does, in a folder of its own. */
export async function runScript(
  script: string,
  environment: Environment,
): Promise<Ended & { readonly folder: string }> {
  const [folder, tools] = [await emptyFolder(), await emptyFolder()];
  await writeFile(join(tools, 'npx'), NPX);
  await chmod(join(tools, 'npx'), 0o755);
  await writeFile(join(tools, 'script.sh'), script);
  const ended = await runProgram('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', join(tools, 'script.sh')], {
    workingDirectory: folder,
    environment: { ...environment, PATH: [tools, process.env['PATH'] ?? ''].join(delimiter) },
  });
  return { ...ended, folder };
}

const GITLAB = fileURLToPath(new URL('../../node_modules/gitlab-ci-local/dist/index.js', import.meta.url));
// The validator takes this one method from a later version of Node.
const UNION = 'Set.prototype.union ??= function (other) { return new Set([...this, ...other]); };';

/** The jobs of a pipeline as GitLab would make them, in JSON, and what is wrong with it. */
export async function gitlabJobs(pipeline: string, variables: readonly string[] = []): Promise<Ended> {
  const workingDirectory = await emptyFolder();
  await writeFile(join(workingDirectory, '.gitlab-ci.yml'), pipeline);
  await runProgram('git', ['init', '--quiet', workingDirectory]);
  const given = variables.flatMap((one) => ['--variable', one]);
  const options = ['--import', `data:text/javascript,${encodeURIComponent(UNION)}`, GITLAB, '--list-json', ...given];
  const environment = { CI_PIPELINE_SOURCE: 'schedule' };
  return runProgram(process.execPath, options, { workingDirectory, environment });
}
