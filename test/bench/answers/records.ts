import type { RecordType } from '../../../src/domain/principal/policy.ts';
import type { Row } from '../../policy/records.ts';
import { lists, type writes } from '../../policy/roots.ts';
import { nodesAt } from '../../support/relations.ts';
import { nextSerial } from '../../support/serial.ts';
import type { Comparison } from './comparison.ts';

type Place = Parameters<(typeof writes)[number]['input']>[1];

const owner = 'OWNER session';
/** How often a list is used before it is read again. */
const usesOfList = 10;

/** Records of the demo workspace by their type, as the lists of its owner show them. */
export class Records {
  readonly place: Place;
  readonly #comparison: Comparison;
  readonly #read = new Map<RecordType, { readonly rows: readonly Row[]; uses: number }>();

  private constructor(comparison: Comparison, place: Place) {
    this.#comparison = comparison;
    this.place = place;
  }

  /** With an event that can be booked at every hour, and with what else the inputs of writes refer to. */
  static async of(comparison: Comparison): Promise<Records> {
    const make = (field: string, input: object) => comparison.field(field, { input }, owner);
    const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
    const timings = [{ startTime: '00:00', endTime: '24:00' }];
    const hours = { name: 'Always', timeZone: 'UTC', isDefault: true, days: days.map((name) => ({ name, timings })) };
    const { schedule } = await make('createSchedule', hours);
    const { event } = await make('createEvent', {
      ...{ name: 'Any hour', callType: 'STRATEGY_EVENT', duration: 60, bookingWindow: null },
      inviteeQuestions: [{ type: 'EMAIL', statement: 'Your e-mail?', required: true }],
      hosts: [{ userId: schedule.userId }],
    });
    const field = async (type: string) =>
      (await make('createCustomField', { name: `Note of ${type}`, type, inputType: 'TEXT' })).id;
    return new Records(comparison, {
      contactFieldId: await field('CONTACT'),
      callFieldId: await field('CALL'),
      linkPrefix: event.linkPrefix,
      contactId: (await make('createContact', { email: 'place@example.com' })).contact.id,
      bookableEventId: event.id,
      open: async () => undefined,
      hostId: schedule.userId,
      // No call of the comparison has a mail.
      notificationOf: async () => 0,
      overrideOf: async ({ id }) => {
        const date = new Date(Date.UTC(2030, 0, nextSerial())).toISOString().slice(0, 10);
        const { override } = await make('createScheduleOverride', { scheduleId: id, date, timings: [] });
        return override.id;
      },
    });
  }

  /** A record, each time another one. Those that a type has none of are like one with the id 0. */
  async next(type: RecordType): Promise<Row> {
    let read = this.#read.get(type);
    if (!read || read.uses >= usesOfList) {
      read = { rows: await this.#rowsOf(type), uses: 0 };
      this.#read.set(type, read);
    }
    return read.rows[read.uses++ % read.rows.length] ?? { id: 0 };
  }

  async #rowsOf(type: RecordType): Promise<Row[]> {
    const found = Object.entries(lists).find(([, { record }]) => record === type);
    if (!found) throw new Error(`There is no list of ${type}.`);
    const [field, { paths, args = {} }] = found;
    const value = await this.#comparison.field(field, 'limit' in args ? { ...args, limit: 20 } : args, owner);
    const rows: Row[] = paths.flatMap((path) => nodesAt(value, ...path));
    return rows.map((row) => ({ ...row, id: typeof row.id === 'string' ? row.id.replace(/^(dlv|evt)_/, '') : row.id }));
  }
}
