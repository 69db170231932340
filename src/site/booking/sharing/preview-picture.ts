import type { SharedEvent } from '#src/domain/events/shared-event.ts';
import { accentShades } from '#src/lib/accent-shades.ts';
import type { Colour } from '#src/lib/colour.ts';
import { Html, html } from '#src/lib/html.ts';
import { drawableText } from '#src/services/image/drawable-text.ts';
import { fitLine, fitText } from '#src/services/image/fit-text.ts';
import { openFont } from '#src/services/image/font.ts';
import { icon } from '../../look/assets.ts';

/** The size that Open Graph recommends. */
const [width, height] = [1200, 630];
const margin = 88;

/** The colours of look.css. */
const colours = {
  paper: '#f4f5f7',
  card: '#ffffff',
  ink: '#101828',
  soft: '#475467',
};

interface Shades {
  readonly accent: string;
  readonly tint: string;
}

const ownShades: Shades = { accent: '#3538cd', tint: '#e4e6f7' };

function shadesOf(accentColor: Colour | null): Shades {
  if (accentColor === null) return ownShades;
  const { text, tint } = accentShades(accentColor).light;
  return { accent: text, tint };
}

const [regular, semiBold] = [openFont('Regular'), openFont('SemiBold')];

/** The preview picture of a link: the event, its host and its duration. Characters without a glyph are left out. */
export function previewPicture(
  { name, duration, hostName, workspaceName, accentColor, showsBranding }: SharedEvent,
  logoUrl: string | null,
): string {
  const shades = shadesOf(accentColor);
  const time = durationText(duration);
  const host = drawableText(hostName ?? workspaceName, regular);
  const title = drawableText(name, semiBold);
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Arimo" fill="${colours.ink}">
<rect width="${width}" height="${height}" fill="${colours.paper}"/>
${bars(shades)}
${logoUrl === null ? showsBranding && ourIcon : html`<image x="${margin}" y="76" width="576" height="72" preserveAspectRatio="xMinYMid" href="${logoUrl}"/>`}
${headline(title ?? host ?? time)}
${title && host ? withHost(host, time, shades) : (title ?? host) && timeAt(margin, time, shades)}
</svg>`.text;
}

function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}

const ourIcon = html`<svg x="${margin}" y="76" width="72" height="72">${new Html(icon)}</svg>`;

/** The bars of our icon, over the right edge: one chosen time between others. */
const bars = ({ accent, tint }: Shades) => html`<g fill="${tint}">
<rect x="1016" y="143" width="300" height="88" rx="44"/>
<rect x="1016" y="271" width="132" height="88" rx="44" fill="${accent}"/>
<rect x="1016" y="399" width="300" height="88" rx="44"/>
</g>`;

const titleWidth = 860;
const titleSizes = [
  { size: 92, maxLines: 2 },
  { size: 76, maxLines: 3 },
  { size: 68, maxLines: 3 },
  { size: 60, maxLines: 3 },
];

/** The headline, centred vertically for any number of lines. */
function headline(text: string): Html {
  const { size, lines } = fitText(text, { font: semiBold, width: titleWidth, sizes: titleSizes });
  const lineHeight = size * 1.16;
  const first = 318 - ((lines.length - 1) * lineHeight) / 2 + size * 0.35;
  return html`<text font-size="${size}" font-weight="600" letter-spacing="${-size * 0.015}">
${lines.map((line, index) => html`<tspan x="${margin}" y="${first + index * lineHeight}">${line}</tspan>\n`)}</text>`;
}

/** The vertical middle of the last row. */
const rowY = 526;
const rowSize = 34;
/** The right limit of the row, left of the bars like the title. */
const rowEnd = 980;
const radius = 34;

/** A disc with the initial, the name and the time, in one row whatever the length of the name. */
function withHost(name: string, time: string, shades: Shades): Html {
  const nameAt = margin + radius * 2 + 24;
  const room = rowEnd - timeWidth(time) - 32 - nameAt;
  const shown = fitLine(name, { font: regular, width: room, size: rowSize });
  return html`<circle cx="${margin + radius}" cy="${rowY}" r="${radius}" fill="${shades.tint}"/>
<text x="${margin + radius}" y="${rowY + 12}" font-size="${rowSize}" font-weight="600" fill="${shades.accent}" text-anchor="middle">${firstLetter(name)}</text>
<text x="${nameAt}" y="${rowY + 12}" font-size="${rowSize}">${shown}</text>
${timeAt(nameAt + regular.widthOf(shown, rowSize) + 32, time, shades)}`;
}

function firstLetter(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? name.charAt(0)).toUpperCase();
}

function timeWidth(time: string): number {
  return 76 + regular.widthOf(time, 30) + 28;
}

/** The duration beside a clock, in a pill. */
function timeAt(x: number, time: string, { accent }: Shades): Html {
  return html`<g transform="translate(${x} ${rowY})">
<rect y="-34" width="${timeWidth(time)}" height="68" rx="34" fill="${colours.card}"/>
<g fill="none" stroke="${accent}" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"><circle cx="44" r="15"/><path d="M44 -8v8l5 4"/></g>
<text x="74" y="11" font-size="30" fill="${colours.soft}">${time}</text>
</g>`;
}
