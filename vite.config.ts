import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { componentStyles } from './web-build/component-styles.ts';
import { compressBuild } from './web-build/compress.ts';
import { pageDocuments } from './web-build/page-documents.ts';

const root = path.join(import.meta.dirname, 'src/web');
/** Where `npm run dev` runs the API. */
const server = process.env.DEV_API_URL ?? 'http://127.0.0.1:3000';

/** In a process of its own, because this file is bundled: the schema, which says what the cache must know, would find two graphqls. */
async function writeWebDocuments(): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'web-build/documents.ts')]);
}

/** Generates the typed documents before a build, and again when a document changes. */
function documents(): Plugin {
  return {
    name: 'documents',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart: () => writeWebDocuments(),
    configureServer({ watcher, config }) {
      watcher.on('change', (file) => {
        if (file.endsWith('.graphql')) writeWebDocuments().catch((error) => config.logger.error(String(error)));
      });
    },
  };
}

/** The script with which the server draws pages: one file, which runs anew for each page. */
const renderBuild: UserConfig['build'] = {
  outDir: path.join(import.meta.dirname, 'build/web/server'),
  emptyOutDir: true,
  target: 'es2023',
  minify: true,
  rolldownOptions: {
    input: path.join(root, 'render.tsx'),
    output: { format: 'cjs', codeSplitting: false, entryFileNames: 'render.cjs' },
  },
};

export default defineConfig(({ command }) => {
  // Whoever builds from a shell or a test with another NODE_ENV would get the development build of React.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root,
    resolve: { alias: { '#src': path.join(import.meta.dirname, 'src') } },
    // One build makes both.
    builder: {},
    environments: { ssr: { resolve: { noExternal: true }, build: renderBuild } },
    plugins: [documents(), react(), componentStyles(), pageDocuments(), compressBuild()],
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
            // A browser loads six files at a time, so that thirty small ones wait for each other.
            groups: [
              { name: 'first', tags: ['$initial'] },
              // Otherwise it is part of the page of an event, and its dialogs load all of that page with it.
              { name: 'form-fields', test: /\/editor\/form-fields\.ts$/ },
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
        '^/(?!$|\\?|settings|overview|calls|contacts|events|schedules|@|src/|node_modules/|app/|kit/|pages/|parts/|gql/|main\\.tsx|index\\.html)':
          {
            target: server,
          },
      },
    },
  };
});
