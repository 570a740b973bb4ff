// The parts of a section of Markdown that has a form: each begins with a title in bold.

/**
 * The text of each part, without its title.
 * @param {string} where
 * @param {string[]} lines
 * @param {readonly string[]} titles of all parts but the first, which has none
 */
export function partsOf(where, lines, titles) {
  const parts = [''];
  let isInFence = false;
  for (const line of lines) {
    if (line.startsWith('```')) isInFence = !isInFence;
    const title = isInFence ? undefined : /^\*\*[^*]+\*\*|^#.*/.exec(line)?.[0];
    if (title === undefined) parts.push(`${parts.pop() ?? ''}${line}\n`);
    else if (title === titles[parts.length - 1]) parts.push(`${line.slice(title.length)}\n`);
    else throw new Error(`${where}: expected ${titles[parts.length - 1] ?? 'the next heading'}, got ${title}`);
  }
  if (isInFence) throw new Error(`${where}: a code block is not closed`);
  if (parts.length <= titles.length) throw new Error(`${where}: ${titles[parts.length - 1]} is missing`);
  return parts.map((part) => part.trim());
}

/**
 * One paragraph; where its lines break in the file does not matter.
 * @param {string} where
 * @param {string} part
 * @param {string} text
 */
export function prose(where, part, text) {
  if (text === '') throw new Error(`${where}: ${part} is empty`);
  if (/\n\s*\n|^\s*(?:[-*#>] |```)/m.test(text)) throw new Error(`${where}: ${part} should be one paragraph`);
  return text.replace(/\s*\n\s*/g, ' ');
}
