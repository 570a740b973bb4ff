/** The reserved hosts of test creatives, used unless the publisher states another host. */
const EXAMPLE_HOSTS = /\/\/(?:ads|cdn)\.example\.com\//g;

export function isOnExampleHost(creative: object): boolean {
  return Object.values(creative).some((value) => typeof value === 'string' && value.search(EXAMPLE_HOSTS) >= 0);
}

export function onHost<Creative extends object>(creative: Creative, host: string): Creative {
  const moved = Object.entries(creative).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.replace(EXAMPLE_HOSTS, `//${host}/`) : value,
  ]);
  return Object.fromEntries(moved) as Creative; // The same members, of the same types.
}
