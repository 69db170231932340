import { enableCompileCache } from 'node:module';

// Kept between starts: compiled code, with its types stripped already. Before anything else is imported.
enableCompileCache();
const { start } = await import('./start.ts');
await start(process.env);
