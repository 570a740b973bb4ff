/** The configuration file that is looked for in the working directory. */
export const CONFIG_FILE = 'adserver-conformance.config.json';
