/** The shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** The internal command that the scripts call. */
export const COMPLETE = '__complete';
