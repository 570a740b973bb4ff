import { PLACEHOLDERS } from '../../checks/ad-server/values/report-request.ts';
import { nearest, sentences } from '../engine/nearest.ts';
import type { ExpectedFailure } from '../engine/rule.ts';
import { isSendable, UNSENDABLE } from '../secrets/sendable.ts';
import { UsageError } from '../settings.ts';
import { member } from '../text/json.ts';
import { readUserFile, readUserJson } from './files.ts';
import type { SettingName } from './setting-table.ts';
import type { Sources } from './sources.ts';

/** The key, given directly or in a file; if both, the one given closer to the command line. */
export async function apiKeyOf(sources: Sources, how: 'as sent' | 'as typed' = 'as sent'): Promise<string | undefined> {
  const [plain, file] = [sources.rank('apiKey'), sources.rank('apiKeyFile')];
  if (plain === file && plain < Infinity)
    throw new UsageError(`${sources.from('apiKey')} and ${sources.from('apiKeyFile')} exclude each other. Give one.`);
  if (plain <= file) return how === 'as sent' ? sources.secret('apiKey') : sources.text('apiKey');
  const path = sources.path('apiKeyFile') ?? '';
  const where = path === '-' ? 'standard input' : path;
  const text = path === '-' ? await standardInput() : readUserFile(path, 'key file');
  const key = text.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '');
  if (how === 'as typed') return key;
  if (key.trim() === '') throw new UsageError(`No key is in ${where}, which ${sources.from('apiKeyFile')} names.`);
  if (!isSendable(key))
    throw new UsageError(
      `The key in ${where} ${UNSENDABLE}. Put nothing but the key there, without quotes and without "Bearer ".`,
    );
  return key;
}

async function standardInput(): Promise<string> {
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text;
}

/** The JSON document in a file that a setting names. */
function jsonAt(sources: Sources, name: SettingName, what: string): unknown {
  const path = sources.path(name);
  return path === undefined ? undefined : readUserJson(path, what);
}

/** The template of the report request, with known placeholders only. */
export function reportRequest(sources: Sources): unknown {
  const template = jsonAt(sources, 'reportRequest', 'report request template');
  if (template === undefined) return undefined;
  const found = JSON.stringify(template).match(/\{\{[^{}]*\}\}/g) ?? [];
  const known: readonly string[] = Object.values(PLACEHOLDERS);
  const unknown = found.find((placeholder) => !known.includes(placeholder));
  if (unknown === undefined) return template;
  throw new UsageError(
    sentences(
      `${sources.path('reportRequest') ?? ''} has the unknown placeholder ${unknown}.`,
      nearest(unknown, known),
      `There are ${known.join(', ')}.`,
    ),
  );
}

/** The known failures, each with its reason. */
export function expectedFailures(sources: Sources): ExpectedFailure[] | undefined {
  const document = jsonAt(sources, 'expectedFailures', 'list of expected failures');
  if (document === undefined) return undefined;
  const path = sources.path('expectedFailures') ?? '';
  const form = 'Write { "expectedFailures": [ { "id": "…", "reason": "…" } ] }.';
  const list = member(document, 'expectedFailures');
  if (!Array.isArray(list)) throw new UsageError(`${path} lists no expected failures. ${form}`);
  const entries = list.map((entry: unknown, index): ExpectedFailure => {
    const [id, reason] = [member(entry, 'id'), member(entry, 'reason')];
    if (typeof id !== 'string' || id === '')
      throw new UsageError(`Entry ${index + 1} of ${path} has no "id", the id of a check. ${form}`);
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new UsageError(`The expected failure ${JSON.stringify(id)} in ${path} has no "reason". ${form}`);
    return { id, reason };
  });
  const twice = entries.find(({ id }, index) => entries.findIndex((other) => other.id === id) < index);
  if (twice) throw new UsageError(`${path} lists ${JSON.stringify(twice.id)} twice. Keep one of the two.`);
  return entries;
}

/** More certificate authorities, PEM. */
export async function authorities(sources: Sources): Promise<string | undefined> {
  const path = sources.path('caFile');
  if (path === undefined) return undefined;
  const pem = readUserFile(path, 'file of certificate authorities');
  const { X509Certificate } = await import('node:crypto');
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  try {
    if (certificates.length === 0) throw new Error('none');
    certificates.forEach((certificate) => new X509Certificate(certificate));
  } catch {
    throw new UsageError(`${path}, which ${sources.from('caFile')} names, holds no readable certificate in PEM form.`);
  }
  return pem;
}

/** The key that signs the report, PEM; checked here rather than after the run. */
export async function signKey(sources: Sources): Promise<string | undefined> {
  const path = sources.path('signKey');
  if (path === undefined) return undefined;
  const pem = readUserFile(path, 'signing key');
  const { KeyError, privateKey } = await import('../report/digest.ts');
  try {
    privateKey(pem);
  } catch (error) {
    throw error instanceof KeyError ? new UsageError(`${path}: ${error.message}`) : error;
  }
  return pem;
}
