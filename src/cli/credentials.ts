import { text as textOf } from 'node:stream/consumers';
import { standInFor, whyUnfit } from '../secrets/credentials.ts';
import { UsageError } from '../settings.ts';
import { credentialsRead } from './credentials-read.ts';
import { readUserFile } from './files.ts';
import { variableOf, fileOf, settingOf, settingTable, type CredentialName, type SettingName } from './setting-table.ts';
import type { Sources } from './sources.ts';

/**
 * A credential, given directly or in a file. If both are given, the one closer to the command line counts. `as typed`
 * takes one that cannot be sent, too; but no file that holds none, or several lines.
 */
export async function credentialOf(
  sources: Sources,
  name: CredentialName,
  how: 'as sent' | 'as typed' = 'as sent',
): Promise<string | undefined> {
  const [plain, file] = [sources.rank(name), sources.rank(fileOf(name))];
  if (plain === file) sources.assertNotBoth(name, fileOf(name));
  const { text, from } =
    plain <= file ? { text: sources.text(name), from: sources.from(name) } : await inFile(sources, fileOf(name));
  if (text === undefined) return undefined;
  if (text.trim() === '') throw new UsageError(`No key is in ${from.replace(/,$/, '')}.`);
  const isFile = file < plain;
  const unfit = how === 'as sent' || (isFile && text.includes('\n')) ? whyUnfit(name, text) : standInFor(text.trim());
  if (unfit !== null) throw new UsageError(`${isFile ? 'The key in ' : ''}${from} ${unfit.why}. ${unfit.remedy}`);
  credentialsRead.set(variableOf(settingOf(name)), text);
  return text;
}

async function inFile(sources: Sources, name: SettingName): Promise<{ text: string; from: string }> {
  const path = sources.path(name) ?? '';
  const whole = path === '-' ? await textOf(process.stdin) : readUserFile(path, 'key file');
  const from = `${path === '-' ? 'standard input' : path}, which ${sources.from(name)} names,`;
  return { text: whole.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, ''), from };
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
