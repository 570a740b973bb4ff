import { certificateVerdict } from '../certificate-verdict.ts';
import { CONTRACT_NAMES } from '../model.ts';
import { printable } from '../text.ts';
import type { ShownReport } from '../verdict-words.ts';

const COLOURS = { certified: '#146c43', passed: '#5a626c', failed: '#b3261e', inconclusive: '#6b4fa3' } as const;
const HEIGHT = 22;
const PADDING = 9;
/** Width of a character in pixels at this font size. `textLength` makes every font use it. */
const CHARACTER = 6.6;

export function renderBadge(report: ShownReport): string {
  const { word, shownAs } = certificateVerdict(report);
  const contracts = report.contracts.map(
    ({ id, version }) => `${CONTRACT_NAMES[id]} ${printable(version, { max: 20 })}`,
  );
  const left = contracts.join(' + ') || 'conformance';
  const right = `${word} · ${printable(report.run.finishedAt, { max: 60 }).slice(0, 10)}`;
  const [leftWidth, rightWidth] = [widthOf(left), widthOf(right)];
  const width = leftWidth + rightWidth;
  const label = xmlText(`${left}: ${right}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${label}">
<title>${label}</title>
<clipPath id="round"><rect width="${width}" height="${HEIGHT}" rx="4"/></clipPath>
<g clip-path="url(#round)">
<rect width="${leftWidth}" height="${HEIGHT}" fill="#2b3035"/>
<rect x="${leftWidth}" width="${rightWidth}" height="${HEIGHT}" fill="${COLOURS[shownAs]}"/>
</g>
<g fill="#fff" font-family="Verdana, 'DejaVu Sans', 'Segoe UI', sans-serif" font-size="11">
${textAt(left, PADDING, leftWidth)}
${textAt(right, leftWidth + PADDING, rightWidth)}
</g>
</svg>
`;
}

const widthOf = (text: string) => Math.round(text.length * CHARACTER) + 2 * PADDING;

const textAt = (text: string, x: number, width: number) =>
  `<text x="${x}" y="15" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${xmlText(text)}</text>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A printable text as content or attribute of an XML element. */
const xmlText = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
