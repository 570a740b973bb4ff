const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A printable text as content or attribute of an XML element. */
export const xmlText = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
