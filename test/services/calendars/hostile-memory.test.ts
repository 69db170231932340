import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Installation } from '../../bench/hostile/installation.ts';
import { type Measured, Scenario } from '../../bench/hostile/scenario.ts';
import { startHostileServer } from '../../support/hostile-calendars.ts';

const root = path.join(import.meta.dirname, '../../..');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.runIf(process.platform === 'linux')(
  'a server with its PostgreSQL stays below 1 GB, whatever calendars send',
  // It reads for minutes, and for several times as long on a busy machine.
  { timeout: 1_800_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
    const server = await startHostileServer();
    const installation = new Installation({ root, port: await freePort(), dataDir: path.join(folder, 'data') });
    const measured: Measured[] = [];
    const isChosen = (name: string) =>
      ['xml flat 31', 'xml text 31 MiB identity', 'ics'].some((each) => name.includes(each));
    const scenario = new Scenario({ installation, server, isChosen, onMeasured: (each) => measured.push(each) });
    try {
      await installation.start();
      await scenario.xml();
      await scenario.ics();
    } finally {
      await installation.stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
    expect(measured.length).toBe(2 * 3 + 2 * 2);
    expect(Math.max(...measured.map(({ peakOfTreeMb }) => peakOfTreeMb))).toBeLessThan(1_000);
    // What cannot be read for a booking does not keep it from being made by what is stored.
    const bookings = measured.filter(({ name }) => name.endsWith('booking'));
    expect(bookings.map(({ outcome }) => outcome)).toEqual(Array(4).fill('booked'));
  },
);
