import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { servers } from './servers.ts';
import { certifyInProcess } from './whole-process.ts';

/* Certifies every hostile server of the table with the built command and prints what it took: memory, time, verdict. */

const command = process.env['COMMAND'] ?? join(process.cwd(), 'bin/adserver-conformance.js');
const peak = pathToFileURL(join(process.cwd(), 'bench/peak.js')).href;
const parts = process.argv.slice(2);
const chosen = servers.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
for (const { name, begin } of chosen) {
  const { code, memoryMB, seconds, said, report } = await certifyInProcess(begin(), command, peak);
  const errors =
    report?.contracts.flatMap(({ modules }) =>
      modules.flatMap(({ checks }) => checks.filter(({ outcome }) => outcome === 'error')),
    ) ?? [];
  process.stdout.write(
    `${name.padEnd(20)} ${memoryMB.toFixed(0).padStart(5)} MB ${seconds.toFixed(1).padStart(6)} s  ${report?.verdict ?? `no report (${code}): ${said.slice(-300)}`} ${report?.run.requests ?? ''}${
      errors.length > 0
        ? ` ERRORS ${errors
            .map(({ id, message }) => `${id} ${message}`)
            .join(' ')
            .slice(0, 300)}`
        : ''
    }\n`,
  );
}
