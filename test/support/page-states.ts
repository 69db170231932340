import { allHours } from './bookable-events.ts';
import type { Factories, Member } from './factories.ts';
import { fromNow } from './present.ts';
import { deal } from './sales-factories.ts';
import { nextSerial } from './serial.ts';
import { contactStages } from './stages.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
}

/** How everything in a workspace is named. */
export interface Names {
  readonly host: Person;
  readonly contacts: readonly Person[];
  readonly event: string;
  readonly schedule: string;
  readonly stage: string;
}

/** The addresses of the records of a workspace. */
export interface Records {
  readonly owner: Member;
  readonly call: string;
  readonly contact: string;
  readonly deal: string;
  readonly event: string;
  readonly schedule: string;
}

const words = (count: number) => Array.from({ length: count }, (_, at) => ['Ana', 'de', 'la', 'O', 'y'][at % 5]);
const letters = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 80);

export const plainNames: Names = {
  host: { firstName: 'Grace', lastName: 'Hall' },
  contacts: [{ firstName: 'Nora', lastName: 'Quill' }],
  event: 'Growth review',
  schedule: 'Office',
  stage: 'Lead',
};

const firstNames = ['Mia', 'Owen', 'Ruth', 'Theo', 'Lena', 'Paul', 'Iris'];
const lastNames = ['Abel', 'Bright', 'Costa', 'Dunn', 'Engel'];

/** More than one page of a list. */
export const manyNames: Names = {
  ...plainNames,
  contacts: firstNames.flatMap((firstName) => lastNames.map((lastName) => ({ firstName, lastName }))),
};

/** One of 80 letters without a space, and one of 60 words. */
export const longNames: Names = {
  host: { firstName: letters, lastName: '' },
  contacts: [
    { firstName: letters, lastName: '' },
    { firstName: words(30).join(' '), lastName: words(30).join(' ') },
  ],
  event: letters,
  schedule: words(60).join(' '),
  stage: letters,
};

/** Arabic and Hebrew, also with numbers and Latin letters in a name. */
export const rightToLeftNames: Names = {
  host: { firstName: 'فاطمة', lastName: 'الزهراء' },
  contacts: [
    { firstName: 'מרים', lastName: 'בן־דוד (Ltd.)' },
    { firstName: 'عبد الرحمن', lastName: 'Haddad 2' },
  ],
  event: 'מפגש היכרות 30',
  schedule: 'ساعات العمل 2',
  stage: 'עניין ראשון',
};

const hourMs = 3_600_000;
const at = (hours: number) => fromNow(hours * hourMs);

/**
 * A workspace with, for each contact, a call to come and one that ended without an outcome, the event and the schedule of
 * a host, and a deal; a call that is on now, and one that was cancelled.
 */
export async function peopledWorkspace(app: Factories, names: Names): Promise<Records> {
  const owner = await app.workspace();
  const { workspaceId } = owner;
  const host = await app.member(workspaceId, 'CLOSER', names.host);
  const { fieldId } = await contactStages(app, workspaceId, [names.stage, 'Customer']);
  const eventId = await app.event(owner, { name: names.event });
  for (const member of [owner, host]) {
    const draft = { name: names.schedule, isDefault: true, hours: allHours, eventIds: [eventId] };
    await app.schedule(member, draft);
  }
  const [{ id: scheduleId } = { id: 0 }] = await app.sql<{ id: number }>(
    'SELECT "id" FROM "Schedule" WHERE "workspaceId" = $1 AND "userId" = $2',
    [workspaceId, owner.userId],
  );
  const previewIds: string[] = [];
  let dealId = 0;
  for (const [index, { firstName, lastName }] of names.contacts.entries()) {
    const previewId = `contact_state_${nextSerial()}`;
    const inviteeName = `${firstName} ${lastName}`.trim();
    const email = `invitee-${previewId}@example.com`;
    const row = { workspaceId, previewId, firstName, lastName, email, userId: host.userId };
    const { id: contactId } = await app.insert('Contact', row);
    if (index % 3 === 0) {
      await app.insert('CustomFieldAnswer', { workspaceId, contactId, customFieldId: fieldId, answer: [names.stage] });
    }
    const call = { eventId, contactId, inviteeName, inviteeEmail: email, locationLink: 'https://zoom.example/j/1' };
    await app.call(host, { ...call, dateTime: at(2 + index * 1.5), previewId: `call_state_${nextSerial()}` });
    await app.call(host, { ...call, dateTime: at(-3 - index * 5), callType: 'DISCOVERY_EVENT' });
    if (index === 0) {
      await app.call(host, { ...call, dateTime: at(-50), status: 'CANCELLED', cancelReason: inviteeName });
      dealId = await deal(app, host, { contactId, productName: names.event });
    }
    previewIds.push(previewId);
  }
  const [call] = await app.sql<{ previewId: string }>(
    `SELECT "previewId" FROM "EventCall" WHERE "workspaceId" = $1 AND "dateTime" > $2 ORDER BY "dateTime" LIMIT 1`,
    [workspaceId, fromNow()],
  );
  return {
    owner,
    call: `/calls/${call?.previewId}?when=all`,
    contact: `/contacts/${previewIds[0]}`,
    deal: `/deals/${dealId}`,
    event: `/events/${eventId}`,
    schedule: `/schedules/${scheduleId}`,
  };
}
