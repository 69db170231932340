import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';

// Reloads the pages in place at http://localhost:5173, and restarts the server of the API when its code changes.
const root = path.dirname(import.meta.dirname);
const pages = 'http://localhost:5173';

// The sources, because Node watches what it has loaded.
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/main.ts', '--sources'], {
  cwd: root,
  stdio: 'inherit',
  env: { APP_URL: pages, ...process.env },
});
server.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));

const vite = await createServer({ configFile: path.join(root, 'vite.config.ts') });
await vite.listen();
vite.config.logger.info(`  The web application, reloaded as you edit: ${pages}/settings`);
