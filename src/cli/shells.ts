/** The shells that a completion script is there for. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** What the scripts call; it is no command for people. */
export const COMPLETE = '__complete';
