// Packs the product, installs it into an empty directory as a user would, and runs it there, on every Node it is made for.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runOnEachNode } from './on-each-node.js';
import { startSandbox } from './sandbox-process.js';

const MOST_BYTES = 2_100_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'adserver-conformance-'));
const run = (command, options, environment = {}) =>
  execFileSync(command, options, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...environment } });
const assert = (holds, what) => {
  if (!holds) throw new Error(what);
  console.log(`ok: ${what}`);
};

try {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
    }),
  );
  const names = packed.files.map(({ path }) => path);
  assert(packed.unpackedSize <= MOST_BYTES, `unpacked, ${packed.unpackedSize} bytes are at most ${MOST_BYTES}`);
  for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/THIRD-PARTY-LICENSES.txt', 'dist/sbom.cdx.json'])
    assert(names.includes(name), `${name} is inside`);
  assert(
    !names.some((name) => /^(src|test|node_modules)\//.test(name)),
    'nothing is inside that only development needs',
  );

  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)]);
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  assert(installed.join() === 'adserver-conformance', 'it brings no other package along');

  const command = join(folder, 'node_modules', '.bin', 'adserver-conformance');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert(run(command, ['--version']).trim() === version, `--version says ${version}`);
  const { checks } = JSON.parse(run(command, ['checks', '--format', 'json']));
  assert(checks.length > 0, `it knows ${checks.length} checks`);

  const program = join(folder, 'node_modules/adserver-conformance/bin/adserver-conformance.js');
  const sandbox = await startSandbox(program, ['--throttle-window', '2']);
  try {
    const options = ['certify', '--local', '--quiet', '--output', 'json=report.json', '--output', 'html=report.html'];
    run(command, options, sandbox.environment);
    await runOnEachNode(program, folder, sandbox.environment, assert);
  } finally {
    sandbox.stop();
  }
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  assert(report.verdict === 'passed', `the reference publisher has ${report.verdict}`);
  assert(statSync(join(folder, 'report.html')).size > 0, 'the HTML report is there');
  run(command, ['verify', 'report.json']);

  writeFileSync(
    join(folder, 'use.js'),
    `import { certify, UsageError } from 'adserver-conformance';
await certify({}).catch((error) => { if (!(error instanceof UsageError)) throw error; console.log('refused'); });`,
  );
  assert(run(process.execPath, ['use.js']).trim() === 'refused', 'it can be imported');
  writeFileSync(
    join(folder, 'use.ts'),
    `import { certify, type CertifyOptions, type Report, type Outcome } from 'adserver-conformance';
const options: CertifyOptions = { baseUrl: 'https://ads.example.com/api/v1', apiKey: 'key' };
export const run = async (): Promise<Outcome | undefined> => {
  const report: Report = await certify(options);
  return report.contracts[0]?.modules[0]?.checks[0]?.outcome;
};`,
  );
  const compilerOptions = {
    noEmit: true,
    target: 'es2022',
    strict: true,
    module: 'nodenext',
    lib: ['es2023', 'dom'],
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' });
  assert(true, 'its types resolve in a project of their own');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
