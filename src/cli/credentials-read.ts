import { Redactor } from '../secrets/redaction.ts';
import { Secret } from '../secrets/secret.ts';

/** The credentials that this process read, by the name that messages use. */
export const credentialsRead = new Map<string, string>();

/** Finds them in a text, however they are written there, and puts their names in their place. */
export function redactorOfCredentials(): Redactor {
  const redactor = new Redactor();
  for (const [name, text] of credentialsRead) redactor.protect(new Secret(name, text));
  return redactor;
}
