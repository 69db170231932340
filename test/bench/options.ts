import { parseArgs } from 'node:util';
import { type Peer, peers } from './environment/servers.ts';

export interface Options {
  /** The prefix of the names of the cases to run; undefined runs all. */
  readonly only: string | undefined;
  readonly peers: readonly Peer[];
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly roundSeconds: number;
  readonly rounds: number;
  readonly quick: boolean;
  readonly floors: boolean;
  /** How many nodes serve the neighbours. */
  readonly nodes: number;
  readonly json: boolean;
  /** Deletes the database of earlier runs. */
  readonly fresh: boolean;
  readonly help: boolean;
}

export interface CaseOptions extends Options {
  /** The names of the cases to measure. */
  readonly cases: readonly string[];
}

export const usage = `npm run bench -- [options]

  --only <name>   only the cases whose name begins with this: eventCalls-2k, eventCalls-100k, userAvailabilities,
                  these also with -graphql, contactDetail, refreshes, bulkAnswer, eventDates, booking, bookingPage,
                  reports (of a million calls: the seed takes some minutes),
                  oneNode, webhooksLatency, distributed and simulation (need Citus), capacity, neighbours
                  (a row alone: neighbours-<row>, such as neighbours-slots; fails where a quiet neighbour feels a row's load)
  --peer <name>   ${peers.join(' or ')}; default: both
  --quick         two rounds of one second; for capacity, a tenth of the rows
  --rounds <n>    rounds of each server (5)
  --seconds <n>   seconds of each round (4, with --floors 2); of neighbours, of the quiet and of the other time (8)
  --nodes <n>     of neighbours: 1, or 2 behind HAProxy (1)
  --floors        only the cases that have floors in test/bench/floors/floors.ts, each figure beside its floor;
                  fails where a median is below, also when its case is run once more
  --fresh         delete the database of earlier runs first
  --json          print the figures as JSON on standard output
`;

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      peer: { type: 'string' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      floors: { type: 'boolean', default: false },
      nodes: { type: 'string' },
      json: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { only, quick, floors, json, fresh, help } = values;
  return {
    ...{ only, quick, floors, json, fresh, help },
    peers: peersOf(values.peer, floors),
    nodes: positive('nodes', values.nodes, 1),
    connections: 50,
    warmUpSeconds: quick ? 1 : 3,
    roundSeconds: positive('seconds', values.seconds, defaultSeconds(values)),
    rounds: positive('rounds', values.rounds, quick ? 2 : 5),
  };
}

/** A p99 of neighbours needs some hundred requests. */
function defaultSeconds({ only, quick, floors }: { only?: string; quick: boolean; floors: boolean }): number {
  if (only?.startsWith('neighbours')) return quick ? 2 : 8;
  return quick ? 1 : floors ? 2 : 4;
}

/** The floors are those against the faster peer. */
function peersOf(text: string | undefined, floors: boolean): readonly Peer[] {
  if (text === undefined) return floors ? ['pipelined'] : peers;
  const found = peers.find((name) => name === text);
  if (!found) throw new Error(`--peer must be ${peers.join(' or ')}`);
  return [found];
}

function positive(name: string, text: string | undefined, defaultValue: number): number {
  const value = text === undefined ? defaultValue : Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  return value;
}
