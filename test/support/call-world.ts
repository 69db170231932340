import { expect } from 'vitest';
import { compactRollups } from '#src/db/writes/rollup-maintenance.ts';
import type { TestApp } from './app.ts';
import { changed, start } from './call-arbitraries.ts';
import { type CallFilters, eventTypeAt, expectedPage, type ModelCall, outcomeAt, queryString } from './call-model.ts';
import { type CallFacts, storeCalls, type Team, team } from './call-store.ts';

const timeZone = 'Europe/Berlin';

/** The calls of a workspace, stored twice: in the database, and as the plain model to compare responses with. */
export class CallWorld {
  readonly #app: TestApp;
  readonly team: Team;
  /** An owner, a closer and a setter, who see different calls. */
  readonly #callers: { key: string; only?: number }[];
  #nowMs = start;
  calls: ModelCall[] = [];

  constructor(app: TestApp, team: Team, callers: { key: string; only?: number }[]) {
    this.#app = app;
    this.team = team;
    this.#callers = callers;
  }

  static async create(app: TestApp): Promise<CallWorld> {
    const created = await team(app, timeZone);
    const [owner, closer, , setter] = created.members;
    if (!owner || !closer || !setter) throw new Error('The team is too small.');
    const callers: { key: string; only?: number }[] = [{ key: await app.apiKey(owner) }];
    for (const member of [closer, setter]) callers.push({ key: await app.apiKey(member), only: member.userId });
    return new CallWorld(app, created, callers);
  }

  async startOver(): Promise<void> {
    this.calls = [];
    const { workspaceId } = this.team;
    await this.#app.writeCalls(workspaceId, 'DELETE FROM "EventCall" WHERE "workspaceId" = $1', [workspaceId]);
    this.moveClock(start - this.#nowMs);
  }

  moveClock(byMs: number): void {
    this.#nowMs += byMs;
    this.#app.clock.set(new Date(this.#nowMs).toISOString());
  }

  async add(facts: readonly CallFacts[]): Promise<void> {
    this.calls.push(...(await storeCalls(this.#app, this.team.workspaceId, facts)));
  }

  /** One UPDATE of some calls, or one of each where its time changes: the end of each follows from the rest of it. */
  async update(places: readonly number[], change: Partial<CallFacts>): Promise<void> {
    const calls = this.#at(places);
    const shifts = 'dateTime' in change || 'duration' in change;
    for (const some of shifts ? calls.map((call) => [call]) : [calls]) await this.#store(some, change, shifts);
  }

  async remove(places: readonly number[]): Promise<void> {
    const ids = this.#at(places).map(({ id }) => id);
    await this.#app.writeCalls(this.team.workspaceId, 'DELETE FROM "EventCall" WHERE "id" = ANY($1)', [ids]);
    this.calls = this.calls.filter(({ id }) => !ids.includes(id));
  }

  compact(): Promise<void> {
    return compactRollups(this.#app.context.db.pool, this.team.workspaceId);
  }

  /** Our page against the model's, for each of the callers. */
  async holds(filters: CallFilters): Promise<void> {
    const now = new Date(this.#nowMs).toISOString();
    const byId = new Map(this.calls.map((call) => [call.id, call]));
    for (const { key, only } of this.#callers) {
      const { body } = await this.#app.get(`/v1/eventCalls?${queryString(filters)}`, key);
      const { ids, count } = expectedPage(this.calls, filters, { now, timeZone, only });
      const calls = ids.map((id) => {
        const call = byId.get(id) as ModelCall;
        return [id, outcomeAt(call, now), eventTypeAt(call, now)];
      });
      const received = body.data?.eventCalls.map((call: ModelCall & { eventType: string }) => {
        return [call.id, call.outcome, call.eventType];
      });
      expect({ filters, calls: received, count: body.data?.count }).toEqual({ filters, calls, count });
    }
  }

  #at(places: readonly number[]): ModelCall[] {
    const chosen = places.flatMap((place) => this.calls[place % Math.max(1, this.calls.length)] ?? []);
    return [...new Set(chosen)];
  }

  /** What the database refuses, because a host would be in two calls at once, changes nothing. */
  async #store(calls: readonly ModelCall[], change: Partial<CallFacts>, shifts: boolean): Promise<void> {
    const after = calls.map((call) => changed(call, change));
    const names = [...Object.keys(change), ...(shifts ? ['endTime'] : [])] as (keyof ModelCall)[];
    const sets = names.map((name, index) => `"${name}" = $${index + 2}`);
    const values = [calls.map(({ id }) => id), ...names.map((name) => after[0]?.[name])];
    try {
      const text = `UPDATE "EventCall" SET ${sets.join(', ')} WHERE "id" = ANY($1)`;
      await this.#app.writeCalls(this.team.workspaceId, text, values);
    } catch (error) {
      if ((error as { code?: string }).code === '23P01') return;
      throw error;
    }
    this.calls = this.calls.map((call) => after.find(({ id }) => id === call.id) ?? call);
  }
}
