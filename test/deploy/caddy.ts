import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';

export const hasCaddy = spawnSync('caddy', ['version']).status === 0;
/** For the name of a describe block, so that a skipped run states the reason. */
export const unlessCaddy = hasCaddy ? '' : ' (skipped: no caddy in PATH)';

const example = path.join(import.meta.dirname, '../../deploy/Caddyfile');

/** Starts it in front of the two nodes, with the example as it is. */
export async function startCaddy({ port, nodes }: { port: number; nodes: readonly [number, number] }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'slotline-caddy-'));
  const address = `http://127.0.0.1:${port}`;
  const [NODE1, NODE2] = nodes.map((each) => `127.0.0.1:${each}`);
  const child: ChildProcess = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', example], {
    env: { PATH: process.env.PATH, HOME: folder, DOMAIN: address, NODE1, NODE2, CADDY_ADMIN: `unix/${folder}/admin` },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const status = () =>
    fetch(`${address}/healthz`).then(
      (response) => response.status,
      () => 'refused',
    );
  await expect.poll(status).toBe(200);
  return {
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
