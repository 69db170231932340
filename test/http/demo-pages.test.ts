import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { builtFiles, createApp } from '#src/app.ts';
import { readConfig } from '#src/config/config.ts';
import { connectDatabase } from '#src/db/open.ts';
import { createLog } from '#src/lib/log.ts';
import { openRuntime } from '#src/runtime.ts';
import { cleanUpAfterTests, temporaryDirectory } from '../db/embedded-support.ts';
import { migratedDatabase } from '../support/scratch-database.ts';

cleanUpAfterTests();

const browser = { headers: { accept: 'text/html' } };

/** Which credentials of the demo a visitor sees on the pages of a server with these addresses. */
async function shownWith(addresses: Record<string, string>): Promise<object> {
  const { url, drop } = await migratedDatabase();
  const env = {
    ...addresses,
    DATA_DIR: await temporaryDirectory(),
    DATABASE_URL: url,
    SECRET_KEY: '0123456789abcdef'.repeat(2),
  };
  const connected = await connectDatabase({ databaseUrl: url, dataDir: '', role: 'server' });
  const runtime = await openRuntime(readConfig(env), connected, { log: createLog('silent') });
  const server = createServer().listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const app = await createApp(runtime, { ...(await builtFiles()), otherHosts: [new URL(own).host] });
    server.on('request', app.callback());
    const [front, explorer] = await Promise.all(
      ['/', '/graphql'].map(async (path) => (await fetch(own + path, browser)).text()),
    );
    const { key = 'no key', ownerPassword = 'no password' } = runtime.demo ?? {};
    return { password: front?.includes(ownerPassword), key: explorer?.includes(key) };
  } finally {
    server.closeAllConnections();
    server.close();
    await runtime.close();
    await drop();
  }
}

test('a server on localhost shows the credentials of its demo', async () => {
  expect(await shownWith({})).toEqual({ password: true, key: true });
});

test.each([
  ['HOST', '0.0.0.0'],
  ['BASE_URL', 'http://demo.slotline.example'],
  ['APP_URL', 'http://demo.slotline.example'],
])('a server whose %s is %s shows them to nobody', async (name, value) => {
  expect(await shownWith({ [name]: value })).toEqual({ password: false, key: false });
});
