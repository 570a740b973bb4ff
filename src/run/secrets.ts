import { alikeAmong, COPY_AGAIN, CREDENTIALS, whyUnfit, type CredentialOption } from '../secrets/credentials.ts';
import { Secret } from '../secrets/secret.ts';
import { UsageError, type CertifyOptions } from '../settings.ts';

export type Secrets = Readonly<Record<string, Secret>>;

/**
 * Reads the credentials from the options. Header credentials must be visible ASCII; key and secret of the token
 * exchange may be any text.
 * @throws UsageError for a credential that cannot be sent, is none, or equals one that it must differ from.
 */
export function readSecrets(options: CertifyOptions): Secrets {
  const entries = Object.entries(CREDENTIALS).flatMap(([option, name]) => {
    const text = options[option as CredentialOption];
    if (text === undefined) return [];
    if (text === '') throw new UsageError(`The credential in ${name} is empty. ${COPY_AGAIN}`);
    const unfit = whyUnfit(option, text);
    if (unfit !== null) throw new UsageError(`The credential in ${name} ${unfit.why}. ${unfit.remedy}`);
    return [[name, new Secret(name, text)] as const];
  });
  const [alike] = alikeAmong(options);
  if (alike !== undefined)
    throw new UsageError(
      `${CREDENTIALS[alike.other]} is the same as ${CREDENTIALS[alike.full]}. Give ${alike.wanted}, or none.`,
    );
  return Object.fromEntries(entries);
}
