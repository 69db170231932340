import { setTimeout as delay } from 'node:timers/promises';
import { type HostileServer, icsAnswer, xmlAnswer } from '../../support/hostile-calendars.ts';
import type { Installation, Owner } from './installation.ts';
import { type Observed, watch } from './watch.ts';

/** What came of one thing that was done while calendars are hostile. */
export interface Measured extends Observed {
  readonly name: string;
  readonly ms: number;
  readonly outcome: unknown;
}

interface ScenarioOptions {
  readonly installation: Installation;
  readonly server: HostileServer;
  /** Which cases are measured, by their names. */
  readonly isChosen: (name: string) => boolean;
  readonly onMeasured: (measured: Measured) => void;
}

const connect = `mutation ($input: CreateCalendarConnectionInput!) {
  createCalendarConnection(input: $input) { connection { id status problem } } }`;
const refresh = `mutation ($input: RefreshCalendarConnectionInput!) {
  refreshCalendarConnection(input: $input) { connection { id status problem } } }`;
const createEvent = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { linkPrefix } } }';
const dates = 'query ($link: String!) { publicEventDates(linkPrefix: $link, timeZone: "UTC") { dateTimes } }';
const create = 'mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) { token } }';

/** A connection is refreshed at most once in ten seconds. */
const refreshPauseMs = 10_500;

const xmlCases = [
  ['flat', 1, 'identity'],
  ['flat', 8, 'gzip'],
  ['flat', 31, 'gzip'],
  ['resources', 31, 'gzip'],
  ['deep', 31, 'gzip'],
  ['attributes', 31, 'gzip'],
  ['entities', 31, 'gzip'],
  ['names', 31, 'identity'],
  ['text', 31, 'gzip'],
  ['text', 31, 'identity'],
  ['property', 31, 'gzip'],
  ['unended', 31, 'gzip'],
] as const;

/** Members whose calendars are on a hostile server, and somebody who books them. */
export class Scenario {
  readonly #options: ScenarioOptions;
  #bookings = 0;

  constructor(options: ScenarioOptions) {
    this.#options = options;
  }

  /** Nothing hostile: what a busy machine alone makes of it. */
  async idle(): Promise<void> {
    await this.#measured('idle', () => delay(5_000));
  }

  /** Each answer is read for a booking, by somebody who connects the server, and as a read of a connection. */
  async xml(): Promise<void> {
    const { installation, isChosen, server } = this.#options;
    const chosen = xmlCases
      .map(([shape, megabytes, encoding]) => {
        const make = () => xmlAnswer(shape, megabytes, encoding);
        return { make, name: `xml ${shape} ${megabytes} MiB ${encoding}` };
      })
      .filter(({ name }) => isChosen(name));
    if (chosen.length === 0) return;
    const owner = await installation.workspace('Dav');
    const input = { kind: 'CALDAV', url: `${server.url}/dav/`, username: 'ada@example.com', password: 'secret' };
    const linkPrefix = await this.#bookableEvent(owner);
    const id = await this.#connected(owner, input);
    for (const { make, name } of chosen) {
      server.answer = make();
      server.hostileTo = 'entries';
      await this.#measured(`${name}: booking`, () => this.#book(linkPrefix));
      server.hostileTo = 'all';
      await this.#measured(`${name}: connect`, () => this.#connect(owner, { ...input, username: `user-${name}` }));
      await this.#measured(`${name}: read`, () => this.#refresh(owner, id));
      await this.#recover([{ owner, id }]);
    }
  }

  /** Fifteen addresses of three members, all read at once. */
  async ics(): Promise<void> {
    const { installation, isChosen, server } = this.#options;
    const shapes = (['title', 'entries'] as const).filter((shape) => isChosen(`ics ${shape}`));
    if (shapes.length === 0) return;
    const connections: { id: number; owner: Owner }[] = [];
    const links: string[] = [];
    for (const member of ['Ina', 'Ion', 'Ivo']) {
      const owner = await installation.workspace(member);
      links.push(await this.#bookableEvent(owner));
      for (let index = 0; index < 5; index++) {
        const id = await this.#connected(owner, { kind: 'ICS', url: `${server.url}/${member}-${index}.ics` });
        connections.push({ id, owner });
      }
    }
    await delay(refreshPauseMs);
    for (const shape of shapes) {
      server.answer = icsAnswer(shape);
      await this.#measured(`ics ${shape}: fifteen reads`, () =>
        Promise.all(connections.map(({ owner, id }) => this.#refresh(owner, id))),
      );
      await this.#measured(`ics ${shape}: booking`, () => this.#book(links[0] as string));
      await this.#recover(connections);
    }
  }

  /** Three seconds after: what goes on behind an answer counts too. */
  async #measured(name: string, work: () => Promise<unknown>): Promise<void> {
    const { installation, onMeasured } = this.#options;
    const stop = watch(installation.url, installation.processes);
    const startedAt = performance.now();
    const outcome = await work();
    const ms = Math.round(performance.now() - startedAt);
    await delay(3_000);
    onMeasured({ name, ms, outcome, ...(await stop()) });
  }

  /** The calendars can be read again, so that their hosts can be booked. */
  async #recover(connections: readonly { readonly id: number; readonly owner: Owner }[]): Promise<void> {
    this.#options.server.answer = undefined;
    await delay(refreshPauseMs);
    await Promise.all(connections.map(({ owner, id }) => this.#refresh(owner, id)));
    await delay(refreshPauseMs);
  }

  async #connected(owner: Owner, input: object): Promise<number> {
    this.#options.server.answer = undefined;
    const connection = await this.#connect(owner, input);
    if (connection.id === undefined) throw new Error(`The calendar was not connected: ${JSON.stringify(connection)}`);
    return connection.id;
  }

  async #connect({ token }: Owner, input: object) {
    const answer = await this.#options.installation.graphql(connect, { input }, token);
    return answer.data?.createCalendarConnection?.connection ?? answer.errors?.[0]?.extensions ?? answer;
  }

  async #refresh({ token }: Owner, id: number): Promise<string> {
    const answer = await this.#options.installation.graphql(refresh, { input: { id } }, token);
    const { status, problem } = answer.data?.refreshCalendarConnection?.connection ?? {};
    return problem ?? status ?? JSON.stringify(answer);
  }

  async #bookableEvent({ userId, token }: Owner): Promise<string> {
    const input = { name: 'Intro', callType: 'STRATEGY_EVENT', duration: 30, hosts: [{ userId }] };
    const answer = await this.#options.installation.graphql(createEvent, { input }, token);
    const link = answer.data?.createEvent?.event?.linkPrefix;
    if (!link) throw new Error(`The event was not created: ${JSON.stringify(answer)}`);
    return link;
  }

  async #book(linkPrefix: string): Promise<string> {
    const { installation } = this.#options;
    const { data } = await installation.graphql(dates, { link: linkPrefix });
    const dateTime = data?.publicEventDates?.dateTimes?.at(this.#bookings++);
    if (!dateTime) return 'no time is offered';
    const email = `ira${this.#bookings}@example.com`;
    const input = { linkPrefix, dateTime, timeZone: 'UTC', email, firstName: 'Ira' };
    const answer = await installation.graphql(create, { input });
    return answer.data?.createPublicBooking ? 'booked' : JSON.stringify(answer.errors);
  }
}
