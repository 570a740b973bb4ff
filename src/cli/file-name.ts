import { realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** Windows treats these names as devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[. :].*)?$/i;

/** Why a file cannot have this name, as text after a colon; `undefined` if it can. */
export function whyNoFileName(file: string, platform: NodeJS.Platform = process.platform): string | undefined {
  if (platform !== 'win32') return undefined;
  const parts = file.slice(win32.parse(file).root.length).split(/[\\/]/);
  const device = parts.find((part) => DEVICE.test(part));
  if (device !== undefined) return `"${device}" is the name of a device in Windows`;
  // Windows would write text after a colon as a hidden stream of the file.
  const character = /[<>:"|?*]/.exec(parts.join('/'))?.[0];
  return character === undefined ? undefined : `Windows allows no ${character} in a file name`;
}

/**
 * The same text for every way to name one file: through links, and in another letter case if the system ignores case.
 */
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
    return otherwise(path); // The file does not exist yet.
  }
}
