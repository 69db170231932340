import { randomInt } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { developmentSecretKey } from '#src/config/variables.ts';
import { type ServerProcess, startServerProcess } from '../bench/environment/server-process.ts';
import { useApp } from '../support/app.ts';
import { connect, credentialsOf, oauthApp, postForm } from '../support/oauth.ts';
import { fromNow } from '../support/present.ts';
import { pause, until } from '../support/waiting.ts';

const main = path.join(import.meta.dirname, '../../src/main.ts');

const app = await useApp();
app.clock.set(fromNow());
const owner = await app.workspace();
const client = await oauthApp(app, owner);

interface Server {
  readonly url: string;
  readonly process: ServerProcess;
}

async function start(): Promise<Server> {
  const env = {
    ...{ DATABASE_URL: app.databaseUrl, SECRET_KEY: developmentSecretKey, DEMO: 'off', LOG_LEVEL: 'silent' },
    TRUSTED_PROXIES: 'loopback',
  };
  const process = await startServerProcess({ name: 'slotline', script: main, applicationName: 'slotline', env });
  return { url: `http://127.0.0.1:${process.port}`, process };
}

/** An app that stores each pair that it receives, and without a response keeps the pair that it has. */
class Chain {
  #token: string;
  rotations = 0;

  constructor(token: string) {
    this.#token = token;
  }

  async rotate(server: Server): Promise<void> {
    const grant = { grant_type: 'refresh_token', refresh_token: this.#token, ...credentialsOf(client) };
    // Each request has an address of its own, so that the limit does not slow the refreshes down.
    const headers = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
    const { status, body } = await postForm(server, '/v1/oauth/token', grant, headers);
    expect(status, JSON.stringify(body)).toBe(200);
    this.#token = body.refresh_token;
    this.rotations += 1;
  }

  /** Until the server is gone. */
  async run(server: Server): Promise<void> {
    for (;;) {
      const answered = await this.rotate(server).then(
        () => true,
        (error: unknown) => {
          if (error instanceof TypeError) return false;
          throw error;
        },
      );
      if (!answered) return;
    }
  }
}

test('a server that is killed in the middle of refreshes leaves apps that can go on', async () => {
  const session = await app.session(owner, { expiresAt: '2100-01-01T00:00:00.000Z' });
  const pairs = await Promise.all(Array.from({ length: 6 }, () => connect(app, session, client)));
  const chains = pairs.map(({ refresh_token }) => new Chain(refresh_token));
  for (const laterMs of [0, 13, 150]) {
    const before = chains.map(({ rotations }) => rotations);
    const server = await start();
    const running = Promise.all(chains.map((chain) => chain.run(server)));
    let isOver = false;
    const rotated = async () => {
      const waits = () => !isOver && chains.some(({ rotations }, place) => rotations === before[place]);
      await until(() => !waits(), 1);
      await pause(laterMs);
    };
    await Promise.race([running, rotated()]).finally(() => {
      isOver = true;
      process.kill(server.process.pid, 'SIGKILL');
    });
    await running;
  }
  const server = await start();
  await Promise.all(chains.map((chain) => chain.rotate(server))).finally(() => server.process.stop());
  const ended = await app.sql('SELECT FROM "OAuthGrant" WHERE "revokedAt" IS NOT NULL');
  expect(ended).toEqual([]);
});
