import { type Colour, contrastOf, mixed, nearestShade, textContrast } from './colour.ts';

const white = '#ffffff';
const black = '#000000';
/** The dark text of pages. */
const ink = '#101828';
/** The backgrounds of the two schemes, those on which text has the least contrast. */
const lightPaper = '#f4f5f7';
const darkCard = '#161b26';

/** The shades of an accent colour on pages and in mails, each readable where it is used. */
export interface AccentShades {
  /** Buttons and chosen days: the colour itself, or the nearest shade on which text is readable. */
  readonly fill: Colour;
  /** Text on the fill. */
  readonly ink: Colour;
  /** The fill under the pointer. */
  readonly strongFill: Colour;
  readonly light: SchemeShades;
  readonly dark: SchemeShades;
}

interface SchemeShades {
  /** Links and times, on the page and on the tint. */
  readonly text: Colour;
  /** The background of days that can be chosen. */
  readonly tint: Colour;
}

/** White text is preferred, because most brands use it on their colour. */
function inkOn(fill: Colour): Colour | undefined {
  return [white, ink].find((text) => contrastOf(text, fill) >= textContrast);
}

export function accentShades(accent: Colour): AccentShades {
  const fill = nearestShade(accent, black, (shade) => inkOn(shade) !== undefined);
  const text = inkOn(fill) ?? white;
  return {
    fill,
    ink: text,
    strongFill: mixed(fill, text === white ? black : white, 0.15),
    light: schemeShades(accent, { paper: lightPaper, end: black, tint: mixed(white, accent, 0.1) }),
    dark: schemeShades(accent, { paper: darkCard, end: white, tint: mixed(darkCard, accent, 0.2) }),
  };
}

interface Scheme {
  readonly paper: Colour;
  /** Where shades gain contrast. */
  readonly end: Colour;
  readonly tint: Colour;
}

function schemeShades(accent: Colour, { paper, end, tint }: Scheme): SchemeShades {
  const isReadable = (shade: Colour) => [paper, tint].every((under) => contrastOf(shade, under) >= textContrast);
  return { text: nearestShade(accent, end, isReadable), tint };
}
