import type { Font } from './font.ts';

/** A text in lines of one font size that fit the width. */
export interface FittedText {
  readonly size: number;
  readonly lines: readonly string[];
}

interface Place {
  readonly font: Font;
  readonly width: number;
}

interface Sizes extends Place {
  /** The font sizes, largest first, with the maximum number of lines for each. */
  readonly sizes: readonly { readonly size: number; readonly maxLines: number }[];
}

type Fits = (text: string) => boolean;

/** The text at the largest size at which it fits with its words whole; at the smallest, cut with an ellipsis if needed. */
export function fitText(text: string, { font, width, sizes }: Sizes): FittedText {
  let cut: FittedText = { size: 0, lines: [] };
  for (const { size, maxLines } of sizes) {
    const fits = within({ font, width }, size);
    const lines = linesOf(text, fits);
    if (lines.length <= maxLines && text.split(' ').every(fits)) {
      return { size, lines: balanced(text, { font, width, size, count: lines.length }) };
    }
    cut = { size, lines: cutAfter(lines, maxLines, fits) };
  }
  return cut;
}

/** The text in one line, with an ellipsis if it is too long. */
export function fitLine(text: string, { font, width, size }: Place & { readonly size: number }): string {
  const fits = within({ font, width }, size);
  return fits(text) ? text : withEllipsis(text, fits);
}

function within({ font, width }: Place, size: number): Fits {
  return (text) => font.widthOf(text, size) <= width;
}

function linesOf(text: string, fits: Fits): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((each) => piecesOf(each, fits))) {
    const line = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && fits(line)) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits a word that is wider than a line. */
function piecesOf(word: string, fits: Fits): string[] {
  if (fits(word)) return [word];
  const pieces: string[] = [''];
  for (const { segment } of graphemes.segment(word)) {
    const piece = `${pieces.at(-1)}${segment}`;
    if (fits(piece)) pieces[pieces.length - 1] = piece;
    else pieces.push(segment);
  }
  return pieces.filter((piece) => piece !== '');
}

/** Wraps to the narrowest width with the same number of lines, so that no single word is left in the last line. */
function balanced(
  text: string,
  { font, width, size, count }: Place & { readonly size: number; readonly count: number },
): string[] {
  let [narrow, wide] = [0, width];
  while (wide - narrow > 4) {
    const middle = (narrow + wide) / 2;
    const fits = within({ font, width: middle }, size);
    if (text.split(' ').every(fits) && linesOf(text, fits).length <= count) wide = middle;
    else narrow = middle;
  }
  return linesOf(text, within({ font, width: wide }, size));
}

function cutAfter(lines: readonly string[], maxLines: number, fits: Fits): string[] {
  if (lines.length <= maxLines) return [...lines];
  const rest = lines.slice(maxLines - 1, maxLines + 1).join(' ');
  return [...lines.slice(0, maxLines - 1), withEllipsis(rest, fits)];
}

function withEllipsis(text: string, fits: Fits): string {
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  while (characters.length > 0 && !fits(`${characters.join('').trimEnd()}…`)) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
