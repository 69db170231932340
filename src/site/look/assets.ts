import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { presentZoneNames } from '#src/lib/time/time-zone-names.ts';

const swagger = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const read = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8');
const own = path.join(import.meta.dirname, 'assets');
/** The styles that all pages share; the styles of a page follow them. */
export const sharedStyles = read(own, 'look.css');
export const icon = read(own, 'icon.svg');
/** The header's styles, also for pages without the other styles of the documentation. */
export const headerStyles = read(own, 'header.css');
const picture = (name: string) => ({ type: 'image/webp', content: readFileSync(path.join(own, name)) });
/** The order of the cascade: rules for narrow screens and print override the others. */
const siteStyles = ['text.css', 'documentation.css', 'front.css', 'media.css'];

/** Browsers report zones by current or former names: this maps them to the current ones. */
export const zoneNamesScript = `globalThis.presentZoneNames = ${JSON.stringify(presentZoneNames)};\n`;

/** The files that the pages load: our own, and Swagger UI from its package. */
const files = {
  'site.css': {
    type: 'text/css',
    content: sharedStyles + headerStyles + siteStyles.map((name) => read(own, name)).join(''),
  },
  'site.js': { type: 'text/javascript', content: read(own, 'site.js') },
  'time-zone.js': { type: 'text/javascript', content: zoneNamesScript + read(own, 'time-zone.js') },
  'icon.svg': { type: 'image/svg+xml', content: icon },
  'swagger-ui.css': { type: 'text/css', content: read(swagger, 'swagger-ui.css') },
  'swagger-ui-bundle.js': { type: 'text/javascript', content: read(swagger, 'swagger-ui-bundle.js') },
  'viewer.css': { type: 'text/css', content: read(own, 'viewer.css') + read(own, 'viewer-dark.css') },
  'today-light.webp': picture('today-light.webp'),
  'today-dark.webp': picture('today-dark.webp'),
  'booking-light.webp': picture('booking-light.webp'),
  'booking-dark.webp': picture('booking-dark.webp'),
  'viewer.js': { type: 'text/javascript', content: read(own, 'viewer.js') },
} as const;

/** The assets by path. Each path contains the content's hash, so that caches may store it forever. */
export const assets: ReadonlyMap<string, { readonly type: string; readonly content: string | Buffer }> = new Map(
  Object.entries(files).map(([name, { type, content }]) => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    return [`/docs/assets/${hash}/${name}`, { type, content }];
  }),
);

export function assetAddress(name: keyof typeof files): string {
  return [...assets.keys()].find((each) => each.endsWith(`/${name}`)) as string;
}
