/** The credentials that this process was given, by what messages call them: a crash must not show one. */
export const credentialsRead = new Map<string, string>();
