import { digestOf, fingerprintOf, KeyError, signatureFits } from '../report/digest.ts';
import type { Report } from '../report/model.ts';
import type { Proof } from '../report/verify.ts';
import type { Manifest } from './model.ts';

const NOBODY =
  'Without a signature, the digests only reveal accidental changes: anyone who alters a package on purpose can compute new ones.';

/** Who signed a package. The key inside it does not identify a person; only a key received in another way does. */
export function signatureProof(manifest: Manifest, report: Report, givenKey: string | undefined): Proof {
  const { signature, publicKey } = manifest;
  const found = (outcome: Proof['outcome'], message: string): Proof => ({ id: 'signature', outcome, message });
  if (signature === undefined && publicKey !== undefined)
    return found('bad', 'The package names a key, but is not signed with it.');
  if (signature === undefined) return unsigned(report, givenKey);
  if (givenKey !== undefined && !signatureFits(digestOf(manifest), signature, givenKey))
    return found('bad', `The package is not signed with the key given, ${fingerprintOf(givenKey)}.`);
  const own = keyInside(manifest);
  if (publicKey !== undefined && own === undefined)
    return found('bad', 'The signature does not match the package and the key in it.');
  const key = givenKey ?? publicKey;
  if (key !== undefined && report.signature !== undefined && !signatureFits(digestOf(report), report.signature, key))
    return found('bad', 'The report in the package is signed with another key than the package.');
  if (givenKey !== undefined)
    return found('good', `The holder of the key ${fingerprintOf(givenKey)} signed exactly this package.`);
  if (own === undefined) return found('bad', 'The package names no key that its signature could be checked with.');
  return found(
    'unknown',
    `Signed with the key ${own}. Anybody can make a key: compare this fingerprint with the one its owner tells you, or give --public-key.`,
  );
}

function unsigned({ digest, signature }: Report, givenKey: string | undefined): Proof {
  if (givenKey === undefined)
    return { id: 'signature', outcome: 'unknown', message: `The package is not signed. ${NOBODY}` };
  return signature !== undefined && signatureFits(digest, signature, givenKey)
    ? {
        id: 'signature',
        outcome: 'unknown',
        message: 'The report is signed with this key, the package is not: its sign-off could be anybody’s.',
      }
    : { id: 'signature', outcome: 'bad', message: 'The package is not signed, so the public key proves nothing.' };
}

/** The fingerprint of the package's own key, if that key made the signature. */
export function keyInside(manifest: Manifest): string | undefined {
  const { signature, publicKey } = manifest;
  if (signature === undefined || publicKey === undefined) return undefined;
  try {
    return signatureFits(digestOf(manifest), signature, publicKey) ? fingerprintOf(publicKey) : undefined;
  } catch (error) {
    if (error instanceof KeyError) return undefined;
    throw error;
  }
}
