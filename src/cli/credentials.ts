import { grouped } from '../report/text.ts';
import { standInFor, whyUnfit } from '../secrets/credentials.ts';
import { UsageError } from '../settings.ts';
import { credentialsRead } from './credentials-read.ts';
import { readUserFile } from './files.ts';
import { variableOf, fileOf, settingOf, settingTable, type CredentialName } from './setting-table.ts';
import type { Sources } from './sources.ts';

/** A credential, given directly or in a file. If both are given, the one closer to the command line counts. */
export async function credentialOf(
  sources: Sources,
  name: CredentialName,
  how: 'as sent' | 'as typed' = 'as sent',
): Promise<string | undefined> {
  const [plain, file] = [sources.rank(name), sources.rank(fileOf(name))];
  if (plain === file) sources.assertNotBoth(name, fileOf(name));
  const text = plain <= file ? plainCredential(sources, name, how) : await credentialInFile(sources, name, how);
  if (text !== undefined) credentialsRead.set(variableOf(settingOf(name)), text);
  return text;
}

function plainCredential(sources: Sources, name: CredentialName, how: 'as sent' | 'as typed'): string | undefined {
  if (how === 'as sent') return sources.secret(name);
  const text = sources.text(name);
  const standIn = text === undefined ? null : standInFor(text.trim());
  if (standIn !== null) throw new UsageError(`${sources.from(name)} ${standIn.why}. ${standIn.remedy}`);
  return text;
}

async function credentialInFile(
  sources: Sources,
  name: CredentialName,
  how: 'as sent' | 'as typed',
): Promise<string | undefined> {
  const path = sources.path(fileOf(name)) ?? '';
  const where = path === '-' ? 'standard input' : path;
  const whole = path === '-' ? await standardInput() : readUserFile(path, 'key file', LARGEST);
  const text = whole.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '');
  const from = sources.from(fileOf(name));
  if (how === 'as sent' && text.trim() === '') throw new UsageError(`No key is in ${where}, which ${from} names.`);
  const unfit = how === 'as sent' ? whyUnfit(name, text) : standInFor(text.trim());
  if (unfit !== null) throw new UsageError(`The key in ${where}, which ${from} names, ${unfit.why}. ${unfit.remedy}`);
  return text;
}

/** In bytes; larger than any credential. */
const LARGEST = 64 * 1024;

/**
 * Reads standard input.
 * @throws UsageError if it does not end soon.
 */
async function standardInput(): Promise<string> {
  let text = '';
  for await (const piece of process.stdin.setEncoding('utf8')) {
    text += String(piece);
    if (text.length > LARGEST)
      throw new UsageError(
        `Standard input has more than ${grouped(LARGEST)} characters. Put nothing but the key there.`,
      );
  }
  return text;
}

/** Where a credential was given, directly or by file: the name for messages, and the rank as in `Sources.rank`. */
export function givenAs(sources: Sources, name: CredentialName): { readonly from: string; readonly rank: number } {
  const [plain, file] = [sources.rank(name), sources.rank(fileOf(name))];
  return { from: sources.from(file < plain ? fileOf(name) : name), rank: Math.min(plain, file) };
}

/** Standard input can only be read once. */
export function assertOneFromInput(sources: Sources): void {
  const files = settingTable.filter(({ name, kind }) => kind === 'file' && sources.text(name) === '-');
  const [one, other] = files.map(({ name }) => sources.from(name));
  if (one !== undefined && other !== undefined)
    throw new UsageError(`${one} and ${other} both name standard input, which holds one credential. Give one a file.`);
}
