import { type InFrontOfPostgres, inFrontOfPostgres } from './in-front-of-postgres.ts';

/** A proxy in front of a real PostgreSQL that drops the startup parameter `options`, as some poolers do. */
export function optionDroppingProxy(databaseUrl: string): Promise<InFrontOfPostgres> {
  return inFrontOfPostgres(databaseUrl, (client, postgres) => {
    client.once('data', (packet) => {
      postgres.write(withoutOptions(Buffer.from(packet)));
      client.pipe(postgres);
    });
    postgres.pipe(client);
  });
}

/** The startup packet: its length, the version of the protocol, and names and values that each end with a zero. */
function withoutOptions(packet: Buffer): Buffer {
  const texts = packet.toString('latin1', 8, packet.length - 2).split('\0');
  const pairs = texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? '']] : []));
  const kept = pairs.filter(([name]) => name !== 'options').flat();
  const body = Buffer.from(`${kept.join('\0')}\0\0`, 'latin1');
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  packet.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}
