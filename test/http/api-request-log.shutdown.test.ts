import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../bench/environment/server-process.ts';
import { bearer, testApp } from '../support/app.ts';

test('a server that is stopped writes the requests of its last second first', async () => {
  const app = await testApp();
  try {
    const key = await app.apiKey(await app.workspace());
    const port = await freePort();
    const { PATH = '' } = process.env;
    const server = spawn(process.execPath, ['src/main.ts'], {
      cwd: path.join(import.meta.dirname, '../..'),
      env: { PATH, HOME: '/nonexistent', DEMO: 'off', PORT: String(port), DATABASE_URL: app.databaseUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exited = once(server, 'close') as Promise<[number | null]>;
    let text = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (bytes) => (text += bytes));
    try {
      await expect.poll(() => text).toContain('Slotline is ready.');
      const ask = () => fetch(`http://127.0.0.1:${port}/v1/contacts`, { headers: bearer(key) });
      const responses = await Promise.all([ask(), ask(), ask()]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    } finally {
      server.kill('SIGTERM');
      await exited;
    }
    expect(await exited).toEqual([0, null]);
    expect(await app.sql('SELECT "route", "status", "represents" FROM "ApiRequest"')).toEqual(
      Array.from({ length: 3 }, () => ({ route: '/v1/contacts', status: 200, represents: 1 })),
    );
  } finally {
    await app.close();
  }
});
