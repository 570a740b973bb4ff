import { CREDENTIALS, whyUnsendable, type CredentialOption } from '../secrets/credentials.ts';
import { Secret } from '../secrets/secret.ts';
import { COPY_AGAIN } from '../secrets/sendable.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';

/** The credentials of a run, by their environment variable. */
export type Secrets = Readonly<Record<string, Secret>>;

/**
 * Reads the credentials from the options. Header credentials must be visible ASCII; key and secret of the token
 * exchange may be any text.
 * @throws UsageError for a credential that cannot be sent.
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
