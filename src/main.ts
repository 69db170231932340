import { enableCompileCache } from 'node:module';

// Stores compiled code between starts, with its types stripped already. Must run before any other import.
enableCompileCache();
const { start } = await import('./start.ts');
await start(process.env);
