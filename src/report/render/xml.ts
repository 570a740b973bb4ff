import XmlBuilder from 'fast-xml-builder';

/** An element or a text, in the form that the XML builder takes. */
export type XmlNode = Readonly<Record<string, unknown>>;

export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly XmlNode[] = [],
): XmlNode {
  const named = Object.entries(attributes).map(([attribute, value]): [string, string] => [
    `@_${attribute}`,
    legal(value),
  ]);
  return { [name]: children, ':@': Object.fromEntries(named) };
}

export function textNode(text: string): XmlNode {
  return { '#text': legal(text) };
}

/** A complete XML 1.0 document. The builder escapes markup in texts and attributes. */
export function xmlDocument(root: XmlNode): string {
  const builder = new XmlBuilder({
    preserveOrder: true,
    ignoreAttributes: false,
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
    format: true,
  });
  const declaration = element('?xml', { version: '1.0', encoding: 'UTF-8' }, [textNode('')]);
  return `${builder.build([declaration, root]).trim()}\n`;
}

/** Removes characters that XML 1.0 cannot contain even as escapes. A carriage return would be read as a line break. */
const legal = (text: string) =>
  text.replace(/\r\n?/g, '\n').replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
