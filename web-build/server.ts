import { rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { type BuiltFrom, builtFolder, builtFrom, digestOf } from '../src/lib/built-server.ts';

// Writes the server and the packages that it imports into a few files, which Node loads in half the time.
const root = path.dirname(import.meta.dirname);

/**
 * They load files that lie beside their own: native code, WebAssembly and programs of threads. The last one is an option of
 * `pg`, not installed.
 */
const leftOutside = ['sharp', '@node-rs/argon2', '@resvg/resvg-wasm', 'piscina', 'pg-native'];

/** Finds our modules, and lets each find its assets where they are. */
const ourModules: Plugin = {
  name: 'our modules',
  resolveId: (id) => (id.startsWith('#src/') ? path.join(root, id.slice(1)) : undefined),
  transform(code, id) {
    if (!isOurs(id) || !code.includes('import.meta.dirname')) return undefined;
    const folder = path.relative(builtFolder, path.dirname(id)).replaceAll('\\', '/');
    return code.replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`);
  },
};

function isOurs(id: string): boolean {
  return id.startsWith(path.join(root, 'src/'));
}

const bundle = await rolldown({
  input: path.join(root, 'src/start.ts'),
  platform: 'node',
  external: (id) => isBuiltin(id) || leftOutside.includes(id),
  // The files that Node itself would load, and all of them.
  resolve: { mainFields: ['main'], conditionNames: ['node'] },
  treeshake: false,
  tsconfig: false,
  plugins: [ourModules],
  onLog(_, { code, message }) {
    // The package depd makes functions of its own by `eval`.
    if (code !== 'EVAL') throw new Error(message);
  },
});
await rm(builtFolder, { recursive: true, force: true });
await bundle.write({ dir: builtFolder, keepNames: true });
const ours = (await bundle.watchFiles).filter(isOurs).map((file) => path.relative(root, file));
// A change of this file or of the packages counts like one of theirs.
const files = [...ours.toSorted(), 'web-build/server.ts', 'package-lock.json'];
await writeFile(builtFrom, JSON.stringify({ files, digest: digestOf(files) } satisfies BuiltFrom));
await bundle.close();
