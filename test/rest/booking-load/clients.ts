import type { Body } from '../../support/app.ts';
import type { Calendars } from './calendars.ts';
import type { CalendarChange, CallChange, Change, Hours } from './changes.ts';
import { bookingOf, bookings, inDays } from './form.ts';
import type { Node } from './nodes.ts';

const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const contacts = 60;

const at = <Item>(items: readonly Item[], number: number) => items[number % items.length] as Item;
const startOf = (quarter: number) => inDays(2, quarter / 4);
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const timings = ({ from, until }: Hours) => [{ startTime: hourText(from), endTime: hourText(until) }];

/** Clients that send changes to the nodes, and what came of it. */
export class Clients {
  /** How often there was each response: by its status, and where it refuses by its text. */
  readonly responses: Record<string, number> = {};
  /** The ids of the calls that were booked, and of those that were cancelled. */
  readonly booked: number[] = [];
  readonly cancelled = new Set<number>();
  readonly #calendars: Calendars;
  readonly #nodes: readonly Node[];
  readonly #overrides: number[] = [];
  readonly #timesOff: number[] = [];

  constructor(calendars: Calendars, nodes: readonly Node[]) {
    this.#calendars = calendars;
    this.#nodes = nodes;
  }

  /** Sends a change; every other one goes to the other node. */
  async perform(change: Change, number: number): Promise<void> {
    const node = at(this.#nodes, number);
    switch (change.kind) {
      case 'book':
        return this.#book(node, change, number);
      case 'reschedule':
      case 'cancel':
      case 'outcome':
        if (this.booked.length > 0) await this.#changeCall(node, change, number);
        return;
      default:
        return this.#changeCalendar(node, change);
    }
  }

  async #book(node: Node, change: Change & { kind: 'book' }, number: number): Promise<void> {
    const event = at(this.#calendars.events, change.event);
    const form = { dateTime: startOf(change.start), email: `invitee-${change.contact % contacts}@example.com` };
    const host = change.host === null ? {} : { userId: at(event.hosts, change.host).userId };
    const headers: Record<string, string> = number % 3 === 0 ? { 'idempotency-key': `change-${number}` } : {};
    const { data } = await this.#send(node, bookings, { ...bookingOf(event.id, form), ...host }, headers);
    if (data) this.booked.push(data.id);
  }

  async #changeCall(node: Node, change: CallChange, number: number): Promise<void> {
    // Most calls that are changed are not cancelled.
    const live = this.booked.filter((id) => !this.cancelled.has(id));
    const id = at(change.call % 8 > 0 && live.length > 0 ? live : this.booked, change.call);
    switch (change.kind) {
      case 'reschedule':
        await this.#send(node, ['PUT', '/v1/eventCalls/reschedule'], { id, dateTime: startOf(change.start) });
        return;
      case 'cancel':
        await this.#send(node, ['PUT', '/v1/eventCalls/cancel'], { id });
        this.cancelled.add(id);
        return;
      case 'outcome': {
        const outcome = change.isSale ? { outcome: 'WON' } : { outcome: 'NO_SALE', noSaleReason: 'BAD_FIT' };
        // The note makes each a change, which writes an event.
        const notes = `Change ${number}`;
        await this.#send(node, ['POST', '/v1/outcomes'], { eventCallId: id, ...outcome, notes });
      }
    }
  }

  async #changeCalendar(node: Node, change: CalendarChange): Promise<void> {
    const { events, hosts } = this.#calendars;
    switch (change.kind) {
      case 'status': {
        // The event opens again at once, so that most bookings meet a live one.
        const { id: eventId } = at(events, change.event);
        for (const status of ['DEACTIVATED', 'ACTIVATED']) {
          await this.#send(node, ['PUT', '/v1/events/status'], { eventId, status });
        }
        return;
      }
      case 'week': {
        const { scheduleId: id } = at(hosts, change.host);
        const hoursOf = (weekday: number) => (weekday === change.weekday ? change.hours : { from: 0, until: 24 });
        const days = weekdays.map((name, weekday) => ({ name, timings: timings(hoursOf(weekday)) }));
        await this.#mutate(node, 'updateSchedule', 'schedule', { id, days });
        return;
      }
      case 'override': {
        const { scheduleId } = at(hosts, change.host);
        const date = inDays(2 + change.day).slice(0, 10);
        const input = { scheduleId, date, timings: change.hours ? timings(change.hours) : [] };
        this.#overrides.push(...(await this.#mutate(node, 'createScheduleOverride', 'override', input)));
        return;
      }
      case 'timeOff': {
        const { userId } = at(hosts, change.host);
        const input = { userId, startTime: startOf(change.start), endTime: startOf(change.start + change.quarters) };
        this.#timesOff.push(...(await this.#mutate(node, 'createTimeOff', 'timeOff', input)));
        return;
      }
      case 'noOverride':
      case 'noTimeOff': {
        const isOverride = change.kind === 'noOverride';
        const id = (isOverride ? this.#overrides : this.#timesOff).shift();
        if (id === undefined) return;
        if (isOverride) await this.#mutate(node, 'deleteScheduleOverride', 'override', { id });
        else await this.#mutate(node, 'deleteTimeOff', 'timeOff', { id });
      }
    }
  }

  async #send(
    node: Node,
    endpoint: readonly [string, string],
    input: object,
    headers: Record<string, string> = {},
  ): Promise<Body> {
    const { status, body } = await node.send(endpoint, input, { key: this.#calendars.key, headers });
    const problem = body.data ? undefined : (body.message.details?.fieldErrors ?? body.message);
    this.#count(endpoint.join(' '), status, problem);
    return body;
  }

  /** Returns the id of the changed record, or nothing if the change is refused. */
  async #mutate(node: Node, name: string, record: string, input: object): Promise<number[]> {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${record} { id } } }`;
    const sent = { query, variables: { input } };
    const { status, body } = await node.send(['POST', '/graphql'], sent, { key: this.#calendars.key });
    const [error] = body.errors ?? [];
    this.#count(name, status, error && (error.extensions.details?.fieldErrors ?? error.message));
    return error ? [] : [body.data[name][record].id];
  }

  #count(endpoint: string, status: number, problem: unknown): void {
    const fields = typeof problem === 'object' && problem !== null ? Object.entries(problem) : [];
    const text = typeof problem === 'string' ? `: ${problem}` : fields.map(([name, texts]) => `: ${name}: ${texts}`);
    const response = `${endpoint} ${status}${text}`.replace(/ for \d{4}-\d\d-\d\d/, ' for the date');
    this.responses[response] = (this.responses[response] ?? 0) + 1;
  }
}
