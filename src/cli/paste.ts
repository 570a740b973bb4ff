/** Lines to paste into the system's usual shell: they set variables and run a command. */
export function paste(
  variables: readonly (readonly [name: string, value: string | number])[],
  command: string,
  platform: NodeJS.Platform = process.platform,
): string[] {
  return platform === 'win32'
    ? [...variables.map(([name, value]) => `$env:${name}='${value}'`), command]
    : [...variables.map(([name, value]) => `${name}=${value} \\`), command];
}
