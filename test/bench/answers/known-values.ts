import type { Random } from '../../../src/demo/random.ts';

type Input = Readonly<Record<string, unknown>>;

/** So many values of a name are known: the last ones. */
const maxValues = 200;

/** What an argument is called for which a record's field is a value. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  nextCursor: ['cursor'],
  email: ['search', 'inviteeEmails'],
  inviteeEmail: ['inviteeEmails', 'search', 'email'],
  lastName: ['search'],
  userId: ['userIds', 'setterIds'],
  eventId: ['eventIds'],
  createdAt: ['createdFrom', 'createdTo', 'updatedFrom', 'timeFrom'],
  dateTime: ['dateFrom', 'dateTo', 'timeTo'],
};

/** Values that answers held, by the names of arguments that take them: random inputs find something with them. */
export class KnownValues {
  readonly #random: Random;
  readonly #startedAt: string;
  readonly #values = new Map<string, unknown[]>();

  /** `startedAt` is when the run began to write. */
  constructor(random: Random, startedAt: Date) {
    this.#random = random;
    this.#startedAt = startedAt.toISOString();
  }

  learn(value: unknown): void {
    if (Array.isArray(value)) for (const item of value.slice(0, 5)) this.learn(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, held] of Object.entries(value)) {
        if (typeof held === 'object') this.learn(held);
        else for (const each of [name, ...(otherNames[name] ?? [])]) this.#add(each, held);
      }
    }
  }

  /** The input with known values in the place of some. Variables of random operations are called like the argument, after `v0_`. */
  mixed(input: Input, names: readonly string[], chance: number): Record<string, unknown> {
    const mixed: Record<string, unknown> = { ...input };
    for (const name of names) {
      const values = this.#values.get(name.replace(/^v\d_/, ''));
      if (!values || !this.#random.chance(chance)) continue;
      const value = this.#random.pick(values);
      mixed[name] = Array.isArray(input[name]) ? [value] : value;
    }
    return mixed;
  }

  /** The servers have other times there, so a filter by one of them would not be the same. */
  #isOfThisRun(value: unknown): boolean {
    return typeof value === 'string' && value >= this.#startedAt && value <= new Date().toISOString();
  }

  #add(name: string, value: unknown): void {
    const values = this.#values.get(name) ?? [];
    if (value === null || values.includes(value) || this.#isOfThisRun(value)) return;
    this.#values.set(name, [...values, value].slice(-maxValues));
  }
}
