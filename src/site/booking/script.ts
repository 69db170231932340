import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { forever, resourceEndpoint } from '#src/http/resource.ts';
import type { Route } from '#src/http/routes.ts';
import { zoneNamesScript } from '../look/assets.ts';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, 'assets', name), 'utf8');
const script = zoneNamesScript + read('booking.js');
const embed = read('embed.js');
const hash = createHash('sha256').update(script).digest('hex').slice(0, 16);

/** The path contains the hash of the content, so that caches may store it forever. */
export const scriptAddress = `/booking/${hash}/booking.js`;

const type = 'text/javascript';

/** The script of the pages, and the one that other sites load to embed them. */
export const bookingScripts: readonly Route[] = [
  { path: scriptAddress, endpoint: resourceEndpoint({ type, content: () => script, caching: forever }) },
  // Other sites contain this URL, so new versions must reach them under the same URL.
  { path: '/embed.js', endpoint: resourceEndpoint({ type, content: () => embed, caching: 'public, max-age=600' }) },
];
