import { realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** With any ending, Windows opens these as devices. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[. :].*)?$/i;

/** Why a system can have no file of this name, in words that fit after a colon; `undefined` if it can. */
export function whyNoFileName(file: string, platform: NodeJS.Platform = process.platform): string | undefined {
  if (platform !== 'win32') return undefined;
  const parts = file.slice(win32.parse(file).root.length).split(/[\\/]/);
  const device = parts.find((part) => DEVICE.test(part));
  if (device !== undefined) return `"${device}" is the name of a device in Windows`;
  // Behind a colon Windows would write a hidden stream of the file before it.
  const character = /[<>:"|?*]/.exec(parts.join('/'))?.[0];
  return character === undefined ? undefined : `Windows allows no ${character} in a file name`;
}

/** The same text for every way to name one file: through links, and in other letters where the system ignores case. */
export function identityOf(
  file: string,
  platform: NodeJS.Platform = process.platform,
  realPath: (path: string) => string = realpathSync,
): string {
  const path = platform === 'win32' ? win32 : posix;
  const real = realOr(path.resolve(file), realPath, (whole) =>
    path.join(
      realOr(path.dirname(whole), realPath, (folder) => folder),
      path.basename(whole),
    ),
  );
  return platform === 'win32' || platform === 'darwin' ? real.normalize('NFC').toLowerCase() : real;
}

function realOr(path: string, realPath: (path: string) => string, otherwise: (path: string) => string): string {
  try {
    return realPath(path);
  } catch {
    return otherwise(path); // It does not exist yet.
  }
}
