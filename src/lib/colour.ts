/** A colour as `#rrggbb`. */
export type Colour = string;

export const colourForm = /^#[\da-f]{6}$/;

/** The contrast that WCAG AA requires of text. */
export const textContrast = 4.5;

function channelsOf(colour: Colour): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** The relative luminance of WCAG, 0 for black to 1 for white. */
function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of WCAG, 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** A colour between two: 0 is the first, 1 the second. */
export function mixed(one: Colour, other: Colour, part: number): Colour {
  const others = channelsOf(other);
  const channels = channelsOf(one).map((channel, index) => channel + ((others[index] ?? 0) - channel) * part);
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

const steps = 256;

/** The shade nearest to a colour, towards `end`, that is suitable; `end` itself if none is. */
export function nearestShade(colour: Colour, end: Colour, isSuitable: (shade: Colour) => boolean): Colour {
  for (let step = 0; step < steps; step++) {
    const shade = mixed(colour, end, step / steps);
    if (isSuitable(shade)) return shade;
  }
  return end;
}
