// The package as npm would unpack it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './measure.js';

export async function install() {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
  });
  const [{ unpackedSize }] = JSON.parse(stdout);
  return [{ what: 'unpacked package', figure: unpackedSize / 1e6, bar: 2.1, unit: 'MB' }];
}
