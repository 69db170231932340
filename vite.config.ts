import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { componentStyles } from './web-build/component-styles.ts';
import { compressBuild } from './web-build/compress.ts';
import { writeWebDocuments } from './web-build/documents.ts';
import { pageDocuments } from './web-build/page-documents.ts';

const root = path.join(import.meta.dirname, 'src/web');
/** What `app/first-queries.ts` imports, and itself. */
const aheadModules =
  /\/web\/(app\/(first-queries|answers-ahead|team-lead)|gql\/(persisted|limits)|pages\/.*\/search|parts\/(search|days|contacts|calls\/outcomes))\.ts$/;
/** Where `npm run dev` runs the API. */
const server = process.env.DEV_API_URL ?? 'http://127.0.0.1:3000';

/** Generates the typed documents before a build, and again when a document changes. */
function documents(): Plugin {
  return {
    name: 'documents',
    buildStart: () => writeWebDocuments(),
    configureServer({ watcher, config }) {
      watcher.on('change', (file) => {
        if (file.endsWith('.graphql')) writeWebDocuments().catch((error) => config.logger.error(String(error)));
      });
    },
  };
}

export default defineConfig(({ command }) => {
  // Whoever builds from a shell or a test with another NODE_ENV would get the development build of React.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root,
    plugins: [documents(), react(), componentStyles(), pageDocuments(), compressBuild()],
    resolve: { alias: { '#src': path.join(import.meta.dirname, 'src') } },
    build: {
      outDir: path.join(import.meta.dirname, 'build/web'),
      emptyOutDir: true,
      manifest: true,
      cssCodeSplit: false,
      target: 'es2023',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // A module preload of its own is only for browsers that lack it.
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // What runs while the rest is still on its way.
              { name: 'ahead', test: aheadModules, priority: 2 },
              // A browser loads six files at a time, so that thirty small ones wait for each other.
              { name: 'first', tags: ['$initial'], priority: 1 },
            ],
          },
        },
      },
    },
    server: {
      port: 5173,
      strictPort: true,
      // The application lives at these paths; everything else is the server's.
      proxy: {
        '^/(?!$|\\?|settings|calls|contacts|events|schedules|@|src/|node_modules/|app/|pages/|parts/|gql/|main\\.tsx|index\\.html)':
          {
            target: server,
          },
      },
    },
  };
});
