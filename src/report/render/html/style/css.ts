/** Marks a text as a stylesheet, for the formatter. */
export const css = (texts: TemplateStringsArray): string => String.raw(texts);
