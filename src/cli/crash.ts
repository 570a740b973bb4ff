import { opaqueRuns } from '../secrets/issued-tokens.ts';
import { cut } from '../text/cut.ts';
import { bugAddress } from '../text/bug-address.ts';
import { version } from '../version.ts';
import { redactorOfCredentials } from './credentials-read.ts';

/** The path of the installed package in a line of a stack trace, on any system. */
const INSTALLED = /(\(|at (?:async )?)(?:file:\/\/)?(?:\/?[A-Z]:)?[\\/].*[\\/](?=(?:dist|src|checks|test|bin)[\\/])/i;

/**
 * The message for a fault of this program: where to report it, and with what. It contains no credentials, no answer of
 * a service with a token, and no path of this machine, so it can be pasted into a public issue.
 */
export function crashMessage(error: unknown): string {
  return [
    'This is a fault of adserver-conformance itself, not of the service.',
    `Please report it at ${bugAddress} with`,
    '- the lines below,',
    '- the command that you ran, without its keys,',
    '- the report, if one was written: it shows credentials by their names only.',
    '',
    `adserver-conformance ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    `${nameOf(error)}: ${withoutSecrets(messageOf(error))}`,
    ...framesOf(error),
  ].join('\n');
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return `A thrown ${typeof error}`;
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function withoutSecrets(message: string): string {
  const known = redactorOfCredentials().redact(message);
  // A parser quotes what it could not read, and a path may contain a user's name. Neither helps.
  const plain = known.replace(/(["'`“])[^\n]*\1/g, '$1…$1').replace(/(?:[A-Z]:)?[\\/][^\s:]*[\\/]/gi, '…/');
  return cut(
    opaqueRuns(plain).reduce((text, run) => text.replaceAll(run, '…'), plain),
    500,
  );
}

function framesOf(error: unknown): string[] {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line)) : [];
  return frames.slice(0, 12).map((frame) => frame.replace(INSTALLED, '$1'));
}
