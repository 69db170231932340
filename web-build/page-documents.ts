import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** The pages that people open by a link, and the modules that the router loads for them, below src/web/pages. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/': ['today/page'],
  '/overview': ['overview/page'],
  '/calls': ['calls/page'],
  '/calls/$id': ['calls/page', 'calls/call/page'],
  '/contacts': ['contacts/page'],
  '/contacts/$id': ['contacts/page', 'contacts/contact/page'],
  '/deals': ['deals/page'],
  '/deals/$id': ['deals/page', 'deals/deal/page'],
  '/events': ['events/page'],
  '/events/$id': ['events/editor/page', 'events/editor/basics'],
  '/schedules': ['schedules/page'],
  '/schedules/$id': ['schedules/schedule/page'],
  '/settings/account': ['account/page'],
  '/settings/audit-log': ['audit-log/page'],
  '/settings/calendars': ['calendars/page'],
  '/settings/emails': ['emails/page'],
  '/settings/products': ['products/page'],
  '/settings/fields': ['fields/page'],
  '/settings/team': ['team/page'],
  '/settings/workspace': ['workspace/page'],
  '/settings/developer': ['developer/area', 'developer/overview/page'],
  '/settings/developer/api-keys': ['developer/area', 'developer/api-keys/page'],
  '/settings/developer/connected-apps': ['developer/connected-apps/page'],
  '/settings/developer/oauth-clients': ['developer/area', 'developer/oauth-clients/page'],
  '/settings/developer/requests': ['developer/area', 'developer/requests/page'],
  '/settings/developer/webhooks': ['developer/area', 'developer/webhooks/page'],
  '/settings/developer/webhooks/$id': ['developer/area', 'developer/webhooks/endpoint/page'],
};

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

/**
 * Writes a document for each page, which names the files of the page besides those of every page: so a browser loads them
 * together with the first script, and not after that has run; the first queries need not wait for them. `calls.$id.html` is the one of `/calls/call_12`.
 */
export function pageDocuments(): Plugin {
  let folder = '';
  return {
    name: 'page-documents',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved({ build }) {
      folder = build.outDir;
    },
    async closeBundle() {
      const manifest: Manifest = JSON.parse(await readFile(path.join(folder, '.vite/manifest.json'), 'utf8'));
      const document = await readFile(path.join(folder, 'index.html'), 'utf8');
      const first = withImports(
        manifest,
        Object.keys(manifest).filter((name) => manifest[name]?.isEntry),
      );
      await mkdir(path.join(folder, 'pages'));
      for (const [at, modules] of Object.entries(pages)) {
        const names = modules.map((name) => `pages/${name}.tsx`);
        const links = [...withImports(manifest, names)]
          .filter((name) => !first.has(name))
          .map(
            (name) =>
              `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${manifest[name]?.file}">\n`,
          );
        const file = `${at.slice(1).replaceAll('/', '.') || 'home'}.html`;
        await writeFile(path.join(folder, 'pages', file), document.replace('  </head>', `${links.join('')}  </head>`));
      }
    },
  };
}

/** The chunks, and all that they import before they run. */
function withImports(manifest: Manifest, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk "${name}"`);
    if (found.has(name)) continue;
    found.add(name);
    withImports(manifest, chunk.imports ?? [], found);
  }
  return found;
}
