import type { TestApp } from './app.ts';
import { mergePath } from './contact-merges.ts';
import type { Member } from './factories.ts';
import { sendJson } from './lists.ts';
import { pseudoRandom } from './pseudo-random.ts';
import { deal, product, transaction } from './sales-factories.ts';

/** Berlin's clocks go forward on the 29th of March 2026. */
export const timeZone = 'Europe/Berlin';
export const now = '2026-03-31T10:00:00.000Z';

/** Rows as they are stored, for oracles that count them one by one. */
export interface StoredCall {
  readonly id: number;
  readonly eventId: number;
  readonly contactId: number | null;
  readonly userId: number;
  readonly setterId: number | null;
  readonly callType: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly noSaleReason: string | null;
  readonly dateTime: Date;
  readonly endTime: Date;
  readonly createdAt: Date;
  readonly utm: readonly Utm[];
}
export interface StoredContact {
  readonly id: number;
  readonly userId: number | null;
  readonly setterId: number | null;
  readonly status: string;
  readonly joinedTime: Date;
  readonly createdAt: Date;
  readonly utm: readonly Utm[];
}
export interface StoredDeal {
  readonly id: number;
  readonly contactId: number | null;
  readonly eventCallId: number | null;
  readonly userId: number | null;
  readonly productId: number | null;
  readonly value: string;
  readonly currency: string;
  readonly transactionType: string;
  readonly time: Date;
}
export interface StoredTransaction {
  readonly id: number;
  readonly dealId: number | null;
  readonly refundOf: number | null;
  readonly contactId: number | null;
  readonly userId: number | null;
  readonly value: string;
  readonly currency: string;
  readonly time: Date;
}
export interface StoredAnswer {
  readonly contactId: number;
  readonly eventId: number;
  readonly eventCallId: number | null;
  readonly createdAt: Date;
}
interface Utm {
  readonly utmKey: string;
  readonly utmValue: string;
}

export interface StoredRows {
  readonly calls: readonly StoredCall[];
  readonly contacts: readonly StoredContact[];
  readonly deals: readonly StoredDeal[];
  readonly transactions: readonly StoredTransaction[];
  readonly answers: readonly StoredAnswer[];
}

export interface ReportWorkspace {
  readonly owner: Member;
  readonly admin: Member;
  readonly closer: Member;
  readonly setter: Member;
  /** Has left the workspace. */
  readonly left: Member;
  readonly events: readonly number[];
  readonly products: readonly number[];
  readonly rows: StoredRows;
  /** The names of members, events and products, by the group and the key. */
  readonly names: ReadonlyMap<string, string>;
}

const [hour, day] = [3_600_000, 86_400_000];
const start = Date.UTC(2026, 1, 10, 21);
const end = Date.UTC(2026, 3, 22);
const instant = (ms: number) => new Date(ms).toISOString();

/**
 * A workspace with two months of contacts, calls, deals and payments, always the same: calls that were moved and cancelled, deals
 * without a call and of members who have left, refunds, payments without a deal and of others than the closer of the deal, three
 * currencies, contacts that were merged and erased.
 */
export async function reportWorkspace(app: TestApp): Promise<ReportWorkspace> {
  const random = pseudoRandom(7);
  const { oneOf, below } = random;
  const owner = await app.workspace({ timeZone });
  const { workspaceId } = owner;
  const admin = await app.member(workspaceId, 'ADMIN', { firstName: 'Abe', lastName: 'Ito' });
  const closer = await app.member(workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Nash' });
  const setter = await app.member(workspaceId, 'SETTER', { firstName: 'Sam', lastName: 'Obi' });
  const left = await app.member(workspaceId, 'CLOSER', { firstName: 'Lee', lastName: 'Gone' });
  const key = await app.apiKey(owner);
  const strategy = await app.event(owner, { name: 'Strategy', callType: 'STRATEGY_EVENT' });
  const discovery = await app.event(owner, { name: 'Discovery', callType: 'DISCOVERY_EVENT' });
  const plan = await product(app, owner, { name: 'Growth plan' });
  const course = await product(app, owner, { name: 'Course' });
  const closers = [owner, closer, closer, left];
  const utmOf = (source: string | null) =>
    source === null
      ? []
      : [
          { utmKey: 'utm_medium', utmValue: 'cpc' },
          { utmKey: 'utm_source', utmValue: source },
        ];
  const sources = [null, null, 'google', 'podcast', 'Partner page'];
  const contactIds: number[] = [];
  for (let index = 0; index < 70; index++) {
    const id = await app.contact(workspaceId);
    const createdAt = start + below((end - start) / hour) * hour + below(hour);
    await app.sql(
      `UPDATE "Contact" SET "utm" = $2, "userId" = $3, "setterId" = $4, "status" = $5::"ContactStatus", "createdAt" = $6, "joinedTime" = $7
       WHERE "id" = $1`,
      [
        ...[
          id,
          JSON.stringify(utmOf(oneOf(sources))),
          oneOf([null, ...closers])?.userId ?? null,
          oneOf([null, setter.userId]),
        ],
        ...[oneOf(['POTENTIAL', 'POTENTIAL', 'QUALIFIED', 'DISQUALIFIED']), instant(createdAt)],
        // A contact that joined elsewhere before, or is said to have joined later than it booked.
        instant(createdAt + oneOf([0, 0, -3 * hour, 2 * hour])),
      ],
    );
    contactIds.push(id);
  }
  const callIds: number[] = [];
  const contactOfCall = new Map<number, number>();
  for (let index = 0; index < 150; index++) {
    // Each lies in hours of its own; some lie in the hour before or after a midnight of the zone, some in that of the clock change.
    const dateTime = start + index * 11.25 * hour + below(2) * hour;
    const contactId = oneOf(contactIds);
    const isStrategy = oneOf([true, true, false]);
    const isCancelled = oneOf([true, false, false, false, false]);
    const [outcome, noSaleReason] = isCancelled
      ? oneOf([
          [null, null],
          [isStrategy ? 'NO_SALE' : 'REJECTED', 'CONTACT_CANCELLED'],
        ] as const)
      : oneOf([
          [null, null],
          [isStrategy ? 'WON' : oneOf(['QUALIFIED', 'APPROVED']), null],
          [isStrategy ? 'WON' : 'QUALIFIED', null],
          [isStrategy ? 'NO_SALE' : 'REJECTED', oneOf(['NO_SHOW', 'BAD_FIT', 'ADMIN_CANCELLED'] as const)],
        ] as const);
    const host = oneOf(closers);
    const id = await app.call(
      { workspaceId, userId: host.userId },
      { eventId: isStrategy ? strategy : discovery, contactId, dateTime: instant(dateTime) },
    );
    const source = oneOf(sources);
    await app.writeCalls(
      workspaceId,
      `UPDATE "EventCall" SET "setterId" = $2, "callType" = $3::"CallType", "status" = $4::"CallStatus", "outcome" = $5::"CallOutcome",
         "noSaleReason" = $6::"NoSaleReason", "isMoved" = $7, "utm" = $8, "source" = $9, "createdAt" = $10 WHERE "id" = $1`,
      [
        ...[id, oneOf([null, setter.userId, admin.userId]), isStrategy ? 'STRATEGY_EVENT' : 'DISCOVERY_EVENT'],
        ...[
          isCancelled ? 'CANCELLED' : oneOf(['SCHEDULED', 'RESCHEDULED']),
          outcome,
          noSaleReason,
          oneOf([true, false]),
        ],
        ...[JSON.stringify(utmOf(source)), source],
        instant(dateTime - oneOf([5 * 60_000, 20 * hour, 2 * day, 5 * day, 9 * day])),
      ],
    );
    callIds.push(id);
    contactOfCall.set(id, contactId);
  }
  // Yen have no decimals, and dinars have three.
  const valueIn = {
    USD: () => `${below(900_000) / 100}`,
    JPY: () => `${below(90_000)}`,
    KWD: () => `${below(900_000) / 1000}`,
  };
  const currencies = ['USD', 'USD', 'JPY', 'KWD'] as const;
  const anyTime = () => instant(start + below((end - start) / 1000) * 1000);
  const deals: { id: number; currency: (typeof currencies)[number]; contactId: number }[] = [];
  for (let index = 0; index < 110; index++) {
    const eventCallId = oneOf([null, oneOf(callIds), oneOf(callIds)]);
    const currency = oneOf(currencies);
    const contactId = (eventCallId && contactOfCall.get(eventCallId)) ?? oneOf(contactIds);
    const id = await deal(app, owner, {
      ...{ eventCallId, contactId, currency },
      userId: oneOf([null, ...closers, setter])?.userId ?? null,
      value: oneOf([valueIn[currency](), valueIn[currency](), valueIn[currency](), '0']),
      transactionType: oneOf(['WON', 'RECURRING', 'DEPOSIT']),
      productId: oneOf([null, plan, course]),
      time: anyTime(),
    });
    deals.push({ id, currency, contactId });
  }
  for (let index = 0; index < 190; index++) {
    const of = oneOf([null, oneOf(deals), oneOf(deals), oneOf(deals)]);
    const currency = of?.currency ?? oneOf(currencies);
    const value = valueIn[currency]();
    const row = {
      ...{ dealId: of?.id ?? null, currency },
      contactId: of?.contactId ?? oneOf([null, ...contactIds]),
      userId: oneOf([null, ...closers, setter])?.userId ?? null,
    };
    const id = await transaction(app, owner, { ...row, value, time: anyTime() });
    if (oneOf([true, false, false, false, false]))
      await transaction(app, owner, { ...row, refundOf: id, value: `-${value}`, time: anyTime() });
    // Money that went back without the payment that it refunds.
    else if (below(12) === 0) await transaction(app, owner, { ...row, value: `-${value}`, time: anyTime() });
  }
  for (let index = 0; index < 80; index++) {
    const [eventCallId, createdAt] = [oneOf([null, oneOf(callIds)]), anyTime()];
    const contactId = (eventCallId && contactOfCall.get(eventCallId)) ?? oneOf(contactIds);
    // A form has several answers, of the same instant.
    for (const statement of ['Name?', 'Email?', 'Budget?'].slice(0, 1 + below(3))) {
      const answer = { statement, type: 'NAME', answer: 'Ira' };
      await app.insert('InviteeAnswer', {
        workspaceId,
        contactId,
        eventId: oneOf([strategy, discovery]),
        eventCallId,
        ...answer,
        createdAt,
      });
    }
  }
  await app.sql('UPDATE "Membership" SET "removedAt" = now() WHERE "workspaceId" = $1 AND "userId" = $2', [
    workspaceId,
    left.userId,
  ]);
  for (const [kept, merged] of [
    [0, 1],
    [2, 3],
    [4, 5],
  ] as const) {
    const { status, body } = await sendJson(
      app,
      ['POST', mergePath],
      {
        ...{ contactId: contactIds[kept], mergedContactId: contactIds[merged] },
      },
      { key },
    );
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  for (const index of [6, 7, 8]) {
    const headers = { authorization: `Bearer ${key}` };
    const { status, body } = await app.request(`/v1/contacts?id=${contactIds[index]}`, { method: 'DELETE', headers });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  return {
    ...{ owner, admin, closer, setter, left, events: [strategy, discovery], products: [plan, course] },
    rows: await rowsOf(app, workspaceId),
    names: new Map([
      ...[owner, admin, closer, setter, left].flatMap(({ userId }, index) => {
        const name = ['Ada Price', 'Abe Ito', 'Cleo Nash', 'Sam Obi', 'Lee Gone'][index] as string;
        return [
          [`closer ${userId}`, name],
          [`setter ${userId}`, name],
        ] as [string, string][];
      }),
      [`event ${strategy}`, 'Strategy'],
      [`event ${discovery}`, 'Discovery'],
      [`product ${plan}`, 'Growth plan'],
      [`product ${course}`, 'Course'],
      ['closer null', 'No closer'],
      ['setter null', 'No setter'],
      ['event null', 'No event'],
      ['callType null', 'No call'],
      ['source null', 'No source'],
      ['product null', 'No product'],
    ]),
  };
}

async function rowsOf(app: TestApp, workspaceId: number): Promise<StoredRows> {
  const all = async <Row extends object>(table: string): Promise<Row[]> => {
    const rows = await app.sql<Row>(`SELECT * FROM "${table}" WHERE "workspaceId" = $1 ORDER BY "id"`, [workspaceId]);
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(withInstant)) as Row);
  };
  return {
    calls: await all('EventCall'),
    contacts: await all('Contact'),
    deals: await all('Deal'),
    transactions: await all('Transaction'),
    answers: await all('InviteeAnswer'),
  };
}

/** The driver returns instants as text. */
function withInstant([name, value]: [string, unknown]): [string, unknown] {
  const isInstant = /At$|[tT]ime$/.test(name) && typeof value === 'string';
  return [name, isInstant ? new Date(value) : value];
}
