import { CREDENTIALS, whyUnsendable, type CredentialOption } from '../secrets/credentials.ts';
import { Secret } from '../secrets/secret.ts';
import { COPY_AGAIN } from '../secrets/sendable.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';

/** The credentials of a run, by the name of their variable. */
export type Secrets = Readonly<Record<string, Secret>>;

/**
 * The credentials in the options: any visible ASCII; for key and secret of the token exchange any text.
 * @throws UsageError for one that cannot be sent.
 */
export function readSecrets(options: CertifyOptions): Secrets {
  const entries = Object.entries(CREDENTIALS).flatMap(([option, name]) => {
    const text = options[option as CredentialOption];
    if (text === undefined) return [];
    const why = whyUnsendable(option, text);
    if (why !== null) throw new UsageError(`The credential in ${name} is empty or ${why}. ${COPY_AGAIN}`);
    return [[name, new Secret(name, text)] as const];
  });
  return Object.fromEntries(entries);
}
