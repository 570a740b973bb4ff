// Runs an installed package on every Node that it is made for, and on one that is too old.
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SUPPORTED = ['20.18.1', '22.23.3', '24.21.0', '26.10.0'];
const TOO_OLD = '12.22.12';
const system = process.platform === 'win32' ? 'win' : process.platform;
const cache = fileURLToPath(new URL('../node_modules/.cache/nodes/', import.meta.url));

/**
 * @param {string} program path of the command as it is installed
 * @param {string} folder for what it writes
 * @param {Record<string, string>} service settings of a publisher that is running
 * @param {(holds: boolean, what: string) => void} assert
 */
export async function runOnEachNode(program, folder, service, assert) {
  const run = (node, options, environment = {}, flags = []) =>
    ended(node, [...flags, program, ...options], { cwd: folder, env: { ...process.env, ...environment } });
  for (const version of SUPPORTED) {
    const node = nodeOf(version);
    const { stdout } = await run(node, ['--version']);
    assert(/^\d+\.\d+\.\d+\n$/.test(stdout), `Node ${version} answers --version`);
    const file = `report-${version}.json`;
    const options = ['certify', '--local', '--quiet', '--output', `json=${file}`];
    const { code, stderr } = await run(node, options, { ...service, LISTING_URL: '' });
    assert(code === 0, `Node ${version} certifies the reference publisher${stderr}`);
    const { verdict } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    assert(verdict === 'passed', `Node ${version} finds that it has passed`);
    assert((await run(node, ['verify', file])).code === 0, `Node ${version} verifies the report`);
    if (Number(version.split('.')[0]) > 20) await trustTheSystem(run, node, folder, assert, version);
  }
  const { code, stdout, stderr } = await run(nodeOf(TOO_OLD), ['certify']);
  const isOneSentence = /^error: adserver-conformance needs Node [\d.]+ or later, and this is Node [\d.]+\.\n$/;
  assert(code === 3 && stdout === '' && isOneSentence.test(stderr), `Node ${TOO_OLD} is told to be too old`);
}

/** --ca-file adds to the authorities of the system, where Node is told to use them. */
async function trustTheSystem(run, node, folder, assert, version) {
  const [system, other] = ['system', 'other'].map((name) => selfSigned(folder, name));
  const server = createServer(system, (_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const options = ['diagnose', `https://127.0.0.1:${server.address().port}/api/v1`, '--local', '--output', 'json'];
  const environment = { ADSERVER_API_KEY: 'a-key-of-some-length', SSL_CERT_FILE: system.file };
  try {
    const { stdout } = await run(node, [...options, '--ca-file', other.file], environment, ['--use-system-ca']);
    const { outcome } = JSON.parse(stdout).steps.find(({ id }) => id === 'tls');
    assert(outcome === 'pass', `Node ${version} trusts the system's authorities beside those of --ca-file`);
  } finally {
    server.close();
  }
}

function selfSigned(folder, name) {
  const [file, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '90'];
  execFileSync('openssl', ['req', '-x509', ...made, ...subject, '-keyout', key, '-out', file], { stdio: 'pipe' });
  return { file, cert: readFileSync(file), key: readFileSync(key) };
}

/** The path of a Node of a version, which npm installs if it is not there yet. */
function nodeOf(version) {
  const folder = join(cache, version);
  const name = `node-${system}-${process.arch}`;
  const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  try {
    execFileSync(node, ['--version']);
  } catch {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const npm = [
      'install',
      '--silent',
      '--no-audit',
      '--no-fund',
      '--no-save',
      '--ignore-scripts',
      `${name}@${version}`,
    ];
    execFileSync('npm', npm, { cwd: folder, shell: process.platform === 'win32' });
  }
  return node;
}

async function ended(file, args, options) {
  try {
    return { code: 0, ...(await promisify(execFile)(file, args, { ...options, maxBuffer: 1e8 })) };
  } catch (error) {
    if (typeof error.code !== 'number') throw error;
    return { code: error.code, stdout: error.stdout, stderr: error.stderr };
  }
}
