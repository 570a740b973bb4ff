/** How the text of a setting is read. */
export type Kind = 'text' | 'secret' | 'flag' | 'number' | 'list' | 'texts' | 'file';

/** One setting: an option, its environment variable and its key in the configuration file. */
export interface Setting {
  /** In camelCase; also the key in the configuration file. */
  readonly name: string;
  readonly kind: Kind;
  /** As shown in the help, e.g. `<key>`; absent for a flag. */
  readonly argument?: string;
  /** The environment variable, unless it is the option in capitals, after `ADSERVER_` if it is not about the listing API. */
  readonly variable?: string;
  readonly help: string;
  /** The help text for `diagnose`, if it differs. */
  readonly diagnoseHelp?: string;
  readonly group: Group;
  /** Not shown in the help. */
  readonly isHidden?: boolean;
  readonly for: readonly SettingUser[];
  /** The allowed range of a number. */
  readonly bounds?: { readonly least: number; readonly most: number; readonly whole: boolean };
}

export type SettingUser = 'certify' | 'diagnose';
export type Group = 'Ad server' | 'Listing API' | 'What runs' | 'Network' | 'Results';

/** The allowed range of a time in seconds. */
export const SECONDS = { least: 0.001, most: 3600, whole: false };

/** `apiKeyFile` → `--api-key-file`. */
export function optionOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function variableOf({ name, variable }: Pick<Setting, 'name' | 'variable'>): string {
  const prefix = name.startsWith('listing') ? '' : 'ADSERVER_';
  return variable ?? `${prefix}${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}
