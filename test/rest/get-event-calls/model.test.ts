import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { anyChange, anyFacts, anyFilters } from '../../support/call-arbitraries.ts';
import type { CallFilters } from '../../support/call-model.ts';
import { CallWorld } from '../../support/call-world.ts';

const app = await useApp();
const world = await CallWorld.create(app);
beforeEach(() => world.startOver());

const minute = 60_000;
const places = fc.array(fc.nat(), { minLength: 1, maxLength: 3 });
const minutes = fc.constantFrom(-1440, -1, -0.001, 0.001, 1, 29, 30, 720, 1440, 20_000);

const anyQueries = (length: number): fc.Arbitrary<(() => CallFilters)[]> => {
  const one = anyFilters(world.team, () => world.calls);
  return fc.array(one, { minLength: length, maxLength: length });
};

type Step = () => Promise<unknown> | unknown;

/** What may happen between two requests for a list. */
function anyStep(): fc.Arbitrary<Step> {
  const added = fc.array(anyFacts(world.team), { maxLength: 3 });
  const change = fc.tuple(places, anyChange(world.team));
  return fc.oneof(
    added.map(
      (facts): Step =>
        () =>
          world.add(facts),
    ),
    change.map(
      ([some, facts]): Step =>
        () =>
          world.update(some, facts),
    ),
    places.map(
      (some): Step =>
        () =>
          world.remove(some),
    ),
    minutes.map(
      (by): Step =>
        () =>
          world.moveClock(Math.round(by * minute)),
    ),
    fc.constant<Step>(() => world.compact()),
  );
}

/** As many runs as fit into the time, so that a busy machine does fewer. */
function withinSeconds<Input>(seconds: number, run: (input: Input) => Promise<void>): (input: Input) => Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  return async (input) => {
    if (performance.now() < deadline) await run(input);
  };
}

describe('the list of calls', () => {
  test('is what a plain filter says it is, for any calls and any combination of parameters', async () => {
    const input = fc.tuple(fc.array(anyFacts(world.team), { maxLength: 12 }), anyQueries(8));
    const run = withinSeconds<[Parameters<CallWorld['add']>[0], (() => CallFilters)[]]>(8, async ([facts, queries]) => {
      await world.startOver();
      await world.add(facts);
      for (const filters of queries) await world.holds(filters());
    });
    await fc.assert(fc.asyncProperty(input, run), { numRuns: 40 });
    expect(app.unexpected).toEqual([]);
  });

  test('stays so while calls are added, changed and deleted, time passes and rollups are compacted', async () => {
    const facts = fc.array(anyFacts(world.team), { minLength: 4, maxLength: 10 });
    const steps = fc.array(anyStep(), { minLength: 3, maxLength: 6 });
    type Input = [Parameters<CallWorld['add']>[0], (() => CallFilters)[], Step[]];
    const run = withinSeconds<Input>(8, async ([calls, queries, changes]) => {
      await world.startOver();
      await world.add(calls);
      for (const change of [() => undefined, ...changes]) {
        await change();
        for (const filters of queries) await world.holds(filters());
      }
    });
    await fc.assert(fc.asyncProperty(fc.tuple(facts, anyQueries(2), steps), run), { numRuns: 25 });
    expect(app.unexpected).toEqual([]);
  });
});
