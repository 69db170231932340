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
  readonly scale: boolean;
  readonly path: boolean;
  readonly million: boolean;
  readonly json: boolean;
  /** Deletes the database of earlier runs. */
  readonly fresh: boolean;
  readonly help: boolean;
}

export const usage = `npm run bench -- [options]

  --only <name>   only the cases whose name begins with this: eventCalls-2k, eventCalls-100k, userAvailabilities,
                  these also with -graphql, contactDetail, fieldsObjects, deals, transactions, refreshes,
                  bulkAnswer, cursor, eventDates, booking, webhooksThroughput, webhooksFairness, webhooksBooking,
                  distributed and simulation (need Citus), capacity;
                  with --scale, only the filters whose name begins with this
  --peer <name>   ${peers.join(' or ')}; default: both
  --quick         two rounds of one second; for capacity, a tenth of the rows
  --rounds <n>    rounds of each server (5)
  --seconds <n>   seconds of each round (4)
  --million       also seed the workspace with 1,000,000 calls
  --scale         instead of the comparison: every filter of eventCalls at 10,000 and at 1,000,000 calls
  --path          instead of the comparison: how many files and named functions of src one warm request runs
                  through; with --json, their names
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
      scale: { type: 'boolean', default: false },
      path: { type: 'boolean', default: false },
      million: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { only, quick, scale, path, million, json, fresh, help } = values;
  return {
    ...{ only, quick, scale, path, million, json, fresh, help },
    peers: values.peer === undefined ? peers : [peerOf(values.peer)],
    connections: 50,
    warmUpSeconds: quick ? 1 : 3,
    roundSeconds: positive('seconds', values.seconds, quick ? 1 : 4),
    rounds: positive('rounds', values.rounds, quick ? 2 : 5),
  };
}

function peerOf(text: string): Peer {
  const found = peers.find((name) => name === text);
  if (!found) throw new Error(`--peer must be ${peers.join(' or ')}`);
  return found;
}

function positive(name: string, text: string | undefined, defaultValue: number): number {
  const value = text === undefined ? defaultValue : Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  return value;
}
