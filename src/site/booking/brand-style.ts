import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { accentShades } from '#src/lib/accent-shades.ts';
import type { Colour } from '#src/lib/colour.ts';

export interface BrandStyle {
  readonly css: string;
  /** The source that allows it in a content security policy. */
  readonly source: string;
}

const styles = new LRUCache<Colour, BrandStyle>({ max: 500 });

/** The style that replaces the accent colour of pages. Styles are allowed by their hash, so each colour has one text. */
export function brandStyle(accent: Colour): BrandStyle {
  const found = styles.get(accent);
  if (found) return found;
  const { fill, ink, strongFill, light, dark } = accentShades(accent);
  const css = `:root{--fill:${fill};--accent-ink:${ink};--accent-strong:${strongFill};--accent:${light.text};--tint:${light.tint}}@media(prefers-color-scheme:dark){:root{--accent:${dark.text};--tint:${dark.tint}}}`;
  const style = { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
  styles.set(accent, style);
  return style;
}
