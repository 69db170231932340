import type pg from 'pg';
import { backendPids, type CpuTimes, cpuTimes, spentSeconds } from '../environment/cpu.ts';
import type { ServerProcess } from '../environment/server-process.ts';
import type { Latencies } from '../load/latencies.ts';
import type { LoadProcess } from '../load/load-process.ts';
import type { Options } from '../options.ts';

export interface Round {
  readonly requestsPerSecond: number;
  readonly latencies: Latencies;
  /** Processor time of a request, in microseconds. */
  readonly serverMicros: number;
  readonly databaseMicros: number;
}

export interface ServerRounds {
  readonly server: ServerProcess;
  readonly rounds: Round[];
}

interface Instruments {
  readonly load: LoadProcess;
  readonly client: pg.Client;
  readonly options: Options;
}

/** Warms up each server, then alternates the servers round by round, so that a disturbance of the machine affects all. */
export async function runRounds(
  requestsOf: (server: ServerProcess) => readonly string[],
  { servers, ...instruments }: Instruments & { servers: readonly ServerProcess[] },
): Promise<ServerRounds[]> {
  const { options } = instruments;
  const results = servers.map((server) => ({ server, rounds: [] as Round[] }));
  for (const { server } of results) await oneRound(server, requestsOf(server), options.warmUpSeconds, instruments);
  for (let turn = 0; turn < options.rounds; turn++) {
    for (const { server, rounds } of results) {
      rounds.push(await oneRound(server, requestsOf(server), options.roundSeconds, instruments));
    }
  }
  return results;
}

async function oneRound(
  server: ServerProcess,
  requests: readonly string[],
  seconds: number,
  { load, client, options }: Instruments,
): Promise<Round> {
  const before = await sampleCpu(server, client);
  const result = await load.run({ port: server.port, requests, seconds, connections: options.connections });
  const after = await sampleCpu(server, client);
  if (result.failures > 0)
    throw new Error(`"${server.name}" answered ${result.failures} requests with another status than 200.`);
  return {
    requestsPerSecond: result.requests / result.seconds,
    latencies: result.latencies,
    ...microsOf(before, after, result.requests),
  };
}

/** Processor time of each request between two samples, in microseconds. */
export function microsOf(before: CpuSample, after: CpuSample, requests: number) {
  const micros = (part: keyof CpuSample) => (spentSeconds(before[part], after[part]) / requests) * 1e6;
  return { serverMicros: micros('server'), databaseMicros: micros('database') };
}

interface CpuSample {
  readonly server: CpuTimes;
  readonly database: CpuTimes;
}

export async function sampleCpu({ pid, applicationName }: ServerProcess, client: pg.Client): Promise<CpuSample> {
  const backends = await backendPids(client, applicationName);
  return { server: await cpuTimes([pid]), database: await cpuTimes(backends) };
}
