import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openDatabase } from '#src/db/open-database.ts';

/** A message of the protocol of PostgreSQL. */
function message(type: string, body: string | Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

const accepted = message('R', Buffer.alloc(4));
const ready = message('Z', 'I');
const ended = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0');

test('a connection that ends in the packet that opens it fails its query, and no more', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([accepted, ready, ended])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const database = openDatabase({ connection: { host: '127.0.0.1', port, user: 'nobody', database: 'none' } });
  for (let turn = 0; turn < 3; turn++) {
    await expect(database.write((client) => client.query('SELECT 1'))).rejects.toThrow();
    await expect(database.pool.query('SELECT 1')).rejects.toThrow();
  }
  await database.close();
  await new Promise((resolve) => server.close(resolve));
});
