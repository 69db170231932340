import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pages } from './pages.ts';

export interface Asset {
  readonly type: string;
  readonly content: Buffer;
}

const swagger = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const own = path.join(import.meta.dirname, 'assets');

/** The files that the viewer's page loads: Swagger UI from its package, and our own. */
const files = {
  'swagger-ui.css': { folder: swagger, type: 'text/css' },
  'docs.css': { folder: own, type: 'text/css' },
  'swagger-ui-bundle.js': { folder: swagger, type: 'text/javascript' },
  'docs.js': { folder: own, type: 'text/javascript' },
  'icon.svg': { folder: own, type: 'image/svg+xml' },
} as const;

/** By path. Each path contains the hash of the content, so that caches may store it for ever. */
export const assets: ReadonlyMap<string, Asset> = new Map(
  Object.entries(files).map(([name, { folder, type }]) => {
    const content = readFileSync(path.join(folder, name));
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
