import { randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import type pg from 'pg';
import { reportOf } from '../compare/report.ts';
import { microsOf, type Round, type ServerRounds, sampleCpu } from '../compare/rounds.ts';
import { type CaseSummary, summaryOf } from '../compare/summary.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { type ServerProcess, startServerProcess } from '../environment/server-process.ts';
import { latenciesOf } from '../load/latencies.ts';
import type { Options } from '../options.ts';
import { connectOurs } from './connect.ts';
import { type Chains, oauthServers } from './servers.ts';

/** Too few to keep two processors busy, so that the servers' own work decides the result. */
const chainCount = 10;

export const title = `POST /v1/oauth/token, ${chainCount} apps that refresh one after the other`;

/** Measures the refreshes a second of each server. A refresh token works once, so each round continues the chains of the round before. */
export async function compareRefreshes(
  database: BenchDatabase,
  options: Options,
  stack: AsyncDisposableStack,
): Promise<CaseSummary> {
  const start = async (kind: Parameters<typeof startServerProcess>[0]) =>
    stack.adopt(await startServerProcess(kind), (server) => server.stop());
  const servers = await Promise.all((await oauthServers(database)).map(start));
  const runners = await Promise.all(servers.map((server) => chainsOf(database, server)));
  const results = servers.map((server) => ({ server, rounds: [] as Round[] }) satisfies ServerRounds);
  for (let turn = -1; turn < options.rounds; turn++) {
    for (const [index, { server, rounds }] of results.entries()) {
      const seconds = turn === -1 ? options.warmUpSeconds : options.roundSeconds;
      const round = await oneRound(server, runners[index] as Runner, seconds, database.client);
      if (turn >= 0) rounds.push(round);
    }
  }
  const summary = summaryOf({ name: 'refreshes', title }, results);
  console.error(reportOf(summary));
  return summary;
}

interface Runner {
  readonly agent: Agent;
  readonly chains: Chains;
  readonly tokens: string[];
}

async function chainsOf(database: BenchDatabase, { port, applicationName }: ServerProcess): Promise<Runner> {
  const chains =
    applicationName === 'slotline'
      ? await connectOurs(database, port, chainCount)
      : ((await (await fetch(`http://127.0.0.1:${port}/seed?n=${chainCount}`)).json()) as Chains);
  return { agent: new Agent({ keepAlive: true, maxSockets: chainCount }), chains, tokens: [...chains.tokens] };
}

async function oneRound(server: ServerProcess, runner: Runner, seconds: number, client: pg.Client): Promise<Round> {
  const before = await sampleCpu(server, client);
  const started = performance.now();
  const until = started + seconds * 1000;
  const milliseconds: number[] = [];
  await Promise.all(runner.tokens.map((_, chain) => refreshUntil(until, { server, runner, chain, milliseconds })));
  const spent = (performance.now() - started) / 1000;
  const micros = microsOf(before, await sampleCpu(server, client), milliseconds.length);
  return { requestsPerSecond: milliseconds.length / spent, latencies: latenciesOf(milliseconds), ...micros };
}

interface Chain {
  readonly server: ServerProcess;
  readonly runner: Runner;
  readonly chain: number;
  readonly milliseconds: number[];
}

async function refreshUntil(until: number, { server, runner, chain, milliseconds }: Chain): Promise<void> {
  while (performance.now() < until) {
    const started = performance.now();
    runner.tokens[chain] = await refresh(server, runner, runner.tokens[chain] as string);
    milliseconds.push(performance.now() - started);
  }
}

/** Refreshes once. Returns the next refresh token. */
function refresh(server: ServerProcess, { agent, chains }: Runner, token: string): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: chains.clientId, refresh_token: token });
  const body = form.toString();
  const headers = {
    ...{ 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length },
    // An app may refresh 20 times a second from one address.
    'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
  };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, method: 'POST', path: chains.path, agent, headers };
    const sent = request(options, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      if (response.statusCode === 200) resolve(JSON.parse(text).refresh_token);
      else reject(new Error(`"${server.name}" answered a refresh with ${response.statusCode}: ${text}`));
    });
    sent.on('error', reject).end(body);
  });
}
