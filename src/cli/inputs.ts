import { PLACEHOLDERS } from '../../checks/ad-server/desk/reports.ts';
import { nearest, quoted, sentences } from '../engine/did-you-mean.ts';
import type { ExpectedFailure } from '../engine/rule.ts';
import { givenHeaders, whyUnfitHeaders, type HeaderOption } from '../secrets/given-headers.ts';
import { insecureAlone, intervalFor, UsageError } from '../settings.ts';
import { cut } from '../text/cut.ts';
import { member } from '../text/json.ts';
import { credentialsRead } from './credentials-read.ts';
import { readUserFile, readUserJson } from './files.ts';
import { optionOf, type SettingName } from './setting-table.ts';
import type { Sources } from './sources.ts';

function jsonAt(sources: Sources, name: SettingName, what: string): unknown {
  const path = sources.path(name);
  return path === undefined ? undefined : readUserJson(path, what);
}

/** The template of the report request. Only known placeholders are allowed. */
export function reportRequest(sources: Sources): unknown {
  const template = jsonAt(sources, 'reportRequest', 'report request template');
  if (template === undefined) return undefined;
  const found = JSON.stringify(template).match(/\{\{[^{}]*\}\}/g) ?? [];
  const known: readonly string[] = Object.values(PLACEHOLDERS);
  const unknown = found.find((placeholder) => !known.includes(placeholder));
  if (unknown === undefined) return template;
  throw new UsageError(
    sentences(
      `${sources.path('reportRequest') ?? ''} has the unknown placeholder ${cut(unknown, 80)}.`,
      nearest(unknown, known),
      `There are ${known.join(', ')}.`,
    ),
  );
}

export function expectedFailures(sources: Sources): ExpectedFailure[] | undefined {
  const document = jsonAt(sources, 'expectedFailures', 'list of expected failures');
  if (document === undefined) return undefined;
  return knownFailuresIn(document, sources.path('expectedFailures') ?? '');
}

const FORM =
  'Write { "expectedFailures": [ { "id": "…", "reason": "…", "until": "YYYY-MM-DD" } ] }; "until" may be left out.';

/**
 * The known failures in a file.
 * @throws UsageError if an entry is not as it must be.
 */
export function knownFailuresIn(document: unknown, path: string): ExpectedFailure[] {
  const list = member(document, 'expectedFailures');
  if (!Array.isArray(list)) throw new UsageError(`${path} lists no expected failures. ${FORM}`);
  const known = new Set<string>();
  return list.map((entry: unknown, index): ExpectedFailure => {
    const [id, reason, until] = [member(entry, 'id'), member(entry, 'reason'), member(entry, 'until')];
    if (typeof id !== 'string' || id === '')
      throw new UsageError(`Entry ${index + 1} of ${path} has no "id", the id of a check. ${FORM}`);
    if (typeof reason !== 'string' || reason.trim() === '')
      throw new UsageError(`The expected failure ${quoted(id)} in ${path} has no "reason". ${FORM}`);
    if (until !== undefined && (typeof until !== 'string' || !isDay(until)))
      throw new UsageError(`"until" of ${quoted(id)} in ${path} is not a day. ${FORM}`);
    if (known.has(id)) throw new UsageError(`${path} lists ${quoted(id)} twice. Keep one of the two.`);
    known.add(id);
    return { id, reason, ...(until !== undefined && { until }) };
  });
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${text}T`);
}

/** Headers to add to every request. What is wrong with them is said without their values. */
export function headers(sources: Sources, name: HeaderOption): string[] | undefined {
  const lines = sources.texts(name);
  if (lines === undefined) return undefined;
  const unfit = whyUnfitHeaders(lines);
  if (unfit !== null) throw new UsageError(`${sources.from(name)} ${unfit.why}. ${unfit.remedy}`);
  // The whole value comes last, after its parts of the same name.
  for (const secret of givenHeaders(name, lines).secrets.toReversed())
    credentialsRead.set(secret.name, secret.reveal());
  return lines;
}

export function insecure(sources: Sources): true | undefined {
  if (!sources.flag('insecure')) return undefined;
  if (!sources.flag('local')) throw new UsageError(insecureAlone(sources.from('insecure')));
  return true;
}

export function rate(sources: Sources): string | undefined {
  const rate = sources.text('rate');
  if (rate === undefined) return undefined;
  intervalFor({ rate }, sources.from('rate'));
  return rate.trim();
}

export async function authorities(sources: Sources): Promise<string | undefined> {
  const path = sources.path('caFile');
  if (path === undefined) return undefined;
  const pem = readUserFile(path, 'file of certificate authorities');
  await assertCertificates(pem, `${path}, which ${sources.from('caFile')} names,`);
  return pem;
}

export const unpaired = (from: string, missing: SettingName) =>
  new UsageError(`${from} was given without ${optionOf(missing)}. Give both, or neither.`);

/** The client certificate and its key, PEM. They are checked here rather than in the first handshake. */
export async function clientCertificate(sources: Sources): Promise<{ clientCert?: string; clientKey?: string }> {
  const [certPath, keyPath] = [sources.path('clientCert'), sources.path('clientKey')];
  if (certPath === undefined && keyPath === undefined) return {};
  if (certPath === undefined) throw unpaired(sources.from('clientKey'), 'clientCert');
  if (keyPath === undefined) throw unpaired(sources.from('clientCert'), 'clientKey');
  const clientCert = readUserFile(certPath, 'client certificate');
  const clientKey = readUserFile(keyPath, 'key of the client certificate');
  await assertCertificates(clientCert, `${certPath}, which ${sources.from('clientCert')} names,`);
  const { createPrivateKey, X509Certificate } = await import('node:crypto');
  try {
    if (new X509Certificate(clientCert).checkPrivateKey(createPrivateKey(clientKey))) return { clientCert, clientKey };
  } catch {
    throw new UsageError(
      `${keyPath}, which ${sources.from('clientKey')} names, holds no readable private key. Give it in PEM form, without a passphrase.`,
    );
  }
  throw new UsageError(
    `The key in ${keyPath} is not that of the certificate in ${certPath}. Give two that belong together.`,
  );
}

async function assertCertificates(pem: string, file: string): Promise<void> {
  const { X509Certificate } = await import('node:crypto');
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  try {
    if (certificates.length === 0) throw new Error('none');
    certificates.forEach((certificate) => new X509Certificate(certificate));
  } catch {
    throw new UsageError(`${file} holds no readable certificate in PEM form.`);
  }
}

/** The key that signs the report, PEM. It is checked here rather than after the run. */
export async function signKey(sources: Sources): Promise<string | undefined> {
  const path = sources.path('signKey');
  if (path === undefined) return undefined;
  const pem = readUserFile(path, 'signing key');
  const [{ privateKey }, { usable }] = await Promise.all([import('../report/digest.ts'), import('./report-file.ts')]);
  usable(path, () => privateKey(pem));
  return pem;
}
