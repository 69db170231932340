import { enableCompileCache } from 'node:module';
import type * as Server from './start.ts';

// Caches compiled code between starts, with its types already stripped. Must run before any other import.
enableCompileCache();
const { isBuiltServerCurrent } = await import('./lib/built-server.ts');
// The same code in a few files: finding and loading 2,900 modules takes as long as the rest of a start.
const isBuilt = !process.argv.includes('--sources') && isBuiltServerCurrent();
const { start } = (await import(isBuilt ? '../build/server/start.js' : './start.ts')) as typeof Server;
await start(process.env);
