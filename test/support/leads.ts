import type { Answer, Body, TestApp } from './app.ts';
import { bookableEvent, type EventDraft } from './bookable-events.ts';
import type { Member } from './factories.ts';
import { nextSerial } from './serial.ts';

const told = 'disqualified { message url }';

export interface LeadsPlace {
  readonly owner: Member;
  readonly eventId: number;
  readonly linkPrefix: string;
  /** Books without a credential: an hour of 2026-03-05, unless the input says another time. */
  book(input?: object): Promise<Answer>;
  /** Sends the form without a time. */
  send(input?: object): Promise<Answer>;
  rows(table: string): Promise<Body[]>;
  /** Adds a custom field to the form. */
  asks(customFieldId: number, required?: boolean): Promise<void>;
}

/** A live event with one question for an e-mail address, and what invitees do with it. */
export async function leadsPlace(app: TestApp, draft: EventDraft = {}): Promise<LeadsPlace> {
  const owner = await app.workspace();
  const { workspaceId } = owner;
  const linkPrefix = `user-${owner.userId}/leads-${nextSerial()}`;
  const eventId = await bookableEvent(app, owner, { linkPrefix, ...draft });
  await app.insert('InviteeQuestion', { workspaceId, eventId, statement: 'Your e-mail?', type: 'EMAIL' });
  let hour = 0;
  const dateTime = () => new Date(Date.UTC(2026, 2, 5, hour++)).toISOString();
  const mutate = (name: string, fields: string, input: object) => {
    const document = `mutation ($input: C${name.slice(1)}Input!) { ${name}(input: $input) { ${fields} } }`;
    return app.graphql(document, undefined, { input: { linkPrefix, email: 'ira@example.com', ...input } });
  };
  const booked = `booking { dateTime inviteeEmail } token redirectUrl ${told}`;
  return {
    ...{ owner, eventId, linkPrefix },
    book: (input = {}) => mutate('createPublicBooking', booked, { timeZone: 'UTC', dateTime: dateTime(), ...input }),
    send: (input = {}) => mutate('createPublicLead', told, input),
    rows: (table) => app.sql<Body>(`SELECT * FROM "${table}" WHERE "workspaceId" = $1 ORDER BY 2`, [workspaceId]),
    asks: async (customFieldId, required = false) => {
      await app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId, required });
    },
  };
}
