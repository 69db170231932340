import type { ClientBase } from 'pg';
import type { EventCall, SetOutcome } from '#src/domain/event-calls/event-call.ts';
import { dimensions, rollupNumbers } from '../rollups.ts';
import { preparedStatement, queryConfig } from '../statement.ts';

/** The columns of a call by which the rollups count it. */
export const countedColumns = ['userId', 'setterId', 'eventId', 'outcome', 'status', 'callType', 'dateTime'] as const;

/** A call as the rollups count it. The instant is in UTC. */
export interface CountedCall extends Pick<EventCall, Exclude<(typeof countedColumns)[number], 'outcome'>> {
  readonly outcome: SetOutcome | null;
}

/** One row of the rollups. */
export interface RollupRow {
  readonly dimension: number;
  readonly value: number;
  /** A UTC date, or `-infinity` for all days. */
  readonly day: string;
  readonly amount: number;
}

const allDays = '-infinity';

/**
 * Updates the rollups after a change of calls: `added` are calls as they are now, `removed` as they were before. Each change
 * adds at least the row of all calls on all days, with the amount 0 if their number stays, because these rows identify the
 * state of the calls that a snapshot sees.
 */
export async function addRollups(
  client: ClientBase,
  workspaceId: number,
  { added = [], removed = [] }: { readonly added?: readonly CountedCall[]; readonly removed?: readonly CountedCall[] },
): Promise<void> {
  const amounts = new Map<string, RollupRow>();
  const add = (dimension: number, value: number, day: string, amount: number) => {
    const key = `${dimension} ${value} ${day}`;
    amounts.set(key, { dimension, value, day, amount: (amounts.get(key)?.amount ?? 0) + amount });
  };
  const addCall = (call: CountedCall, amount: number) => {
    for (const [dimension, value] of valuesOf(call)) {
      if (value === null) continue;
      add(dimension, value, allDays, amount);
      add(dimension, value, call.dateTime.slice(0, 10), amount);
    }
  };
  add(dimensions.all, 0, allDays, 0);
  for (const call of added) addCall(call, 1);
  for (const call of removed) addCall(call, -1);
  await insertRollups(client, workspaceId, [...amounts.values()].filter(isNeeded));
}

function valuesOf(call: CountedCall): [dimension: number, value: number | null][] {
  return [
    [dimensions.all, 0],
    [dimensions.closer, call.userId],
    [dimensions.setter, call.setterId],
    [dimensions.event, call.eventId],
    [dimensions.outcome, outcomeNumber(call)],
    [dimensions.status, rollupNumbers.status[call.status]],
    [dimensions.callType, rollupNumbers.callType[call.callType]],
  ];
}

/** A cancelled call without an outcome awaits none, so no rollup counts it. */
function outcomeNumber({ outcome, status }: CountedCall): number | null {
  if (outcome !== null) return rollupNumbers.outcome[outcome];
  return status === 'CANCELLED' ? null : 0;
}

/** Returns true if a row has an amount, or identifies the state of the calls. */
export function isNeeded({ dimension, day, amount }: RollupRow): boolean {
  return amount !== 0 || (dimension === dimensions.all && day === allDays);
}

/** PostgreSQL accepts at most 65,535 parameters in a statement. */
const maxRows = 1000;

/** A change of one call adds at most this many rows: its values before and after, each for one day and for all days. */
const maxRowsOfCall = 4 * Object.keys(dimensions).length;

/** The statement for n rows has the index n - 1. */
const commonStatements = Array.from({ length: maxRowsOfCall }, (_, index) =>
  preparedStatement(`rollups.insert.${index + 1}`, insertText(index + 1, 'DEFAULT')),
);

interface InsertOptions {
  /** SQL of the sequence of each row; by default the next one. */
  readonly sequence?: string;
}

/** Inserts rows of the rollups. */
export async function insertRollups(
  client: ClientBase,
  workspaceId: number,
  rows: readonly RollupRow[],
  { sequence }: InsertOptions = {},
): Promise<void> {
  for (let start = 0; start < rows.length; start += maxRows) {
    const batch = rows.slice(start, start + maxRows);
    const values = batch.flatMap(({ dimension, value, day, amount }) => [dimension, value, day, amount]);
    const common = sequence === undefined ? commonStatements[batch.length - 1] : undefined;
    const statement = common ?? { name: 'rollups.insert', text: insertText(batch.length, sequence ?? 'DEFAULT') };
    await client.query(queryConfig(statement, [workspaceId, ...values]));
  }
}

/** Uses VALUES, because Citus routes them to one shard, but gathers an INSERT … SELECT on the coordinator. */
function insertText(rows: number, sequence: string): string {
  const row = (_: unknown, index: number) => {
    const [dimension, value, day, amount] = [2, 3, 4, 5].map((place) => `$${index * 4 + place}`);
    return `($1, ${dimension}, ${value}, ${day}, ${sequence}, ${amount})`;
  };
  return `INSERT INTO "EventCallRollup" ("workspaceId", "dimension", "value", "day", "sequence", "amount")
    VALUES ${Array.from({ length: rows }, row).join(', ')}`;
}
