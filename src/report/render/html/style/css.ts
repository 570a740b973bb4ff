/** Marks a text as a stylesheet, so that Prettier formats it. */
export const css = (texts: TemplateStringsArray): string => String.raw(texts);
