/** The credentials that this process read, by the name that messages use. A crash report must not show any of them. */
export const credentialsRead = new Map<string, string>();
