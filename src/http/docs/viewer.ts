import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { icon, sharedStyles } from '#src/lib/look.ts';
import { pages } from './pages.ts';

const swagger = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const read = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8');
const own = path.join(import.meta.dirname, 'assets');

/** The files that the viewer's page loads: Swagger UI from its package, and our own. */
const files = {
  'swagger-ui.css': { type: 'text/css', content: read(swagger, 'swagger-ui.css') },
  'docs.css': { type: 'text/css', content: sharedStyles + read(own, 'docs.css') },
  'swagger-ui-bundle.js': { type: 'text/javascript', content: read(swagger, 'swagger-ui-bundle.js') },
  'docs.js': { type: 'text/javascript', content: read(own, 'docs.js') },
  'icon.svg': { type: 'image/svg+xml', content: icon },
} as const;

/** By path. Each path contains the hash of the content, so that caches may store it for ever. */
export const assets: ReadonlyMap<string, { readonly type: string; readonly content: string }> = new Map(
  Object.entries(files).map(([name, { type, content }]) => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    return [`/docs/assets/${hash}/${name}`, { type, content }];
  }),
);

/** Only our own files, and nothing inline: the strictest policy that the viewer works under. */
export const viewerPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const viewerPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Slotline API</title>
<link rel="icon" href="${address('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${address('swagger-ui.css')}">
<link rel="stylesheet" href="${address('docs.css')}">
</head>
<body>
<header class="bar">
<a class="brand" href="/docs"><img src="${address('icon.svg')}" alt="" width="28" height="28">Slotline <span>API</span></a>
<nav aria-label="Documentation">
${pages.map(({ name, title }) => `<a href="/docs/${name}.md">${title}</a>`).join('\n')}
<a class="button" href="/openapi.json">OpenAPI</a>
</nav>
</header>
<main id="viewer"><noscript>The viewer needs JavaScript. The <a href="/openapi.json">document</a> does not.</noscript></main>
<script src="${address('swagger-ui-bundle.js')}"></script>
<script src="${address('docs.js')}"></script>
</body>
</html>
`;

function address(name: keyof typeof files): string {
  return [...assets.keys()].find((each) => each.endsWith(`/${name}`)) as string;
}
