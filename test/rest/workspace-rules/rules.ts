import { contactStage } from '#src/domain/workspaces/contact-stage.ts';
import type { TestApp } from '../../support/app.ts';
import { type Booking, bookingIn } from '../../support/bookings.ts';
import { contactStages } from '../../support/stages.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

/** A workspace with an event and the stages that every new workspace has. */
export async function ruledBooking(
  app: TestApp,
  ...options: Parameters<typeof bookingIn> extends [unknown, ...infer Rest] ? Rest : never
) {
  const booking = await bookingIn(app, ...options);
  const { fieldId, ids } = await contactStages(app, booking.workspaceId, contactStage.options);
  const { workspaceId } = booking;
  return {
    ...booking,
    fieldId,
    ids,
    /** Changes the rules of the workspace, as its owner does. */
    async setRules(input: object): Promise<void> {
      const mutation = 'mutation ($input: UpdateWorkspaceInput!) { updateWorkspace(input: $input) { id } }';
      const { body } = await app.graphql(mutation, await app.session(booking.owner), { input });
      if (body.errors) throw new Error(JSON.stringify(body.errors));
    },
    /** A contact without a call, in this stage. */
    async contactIn(stage: string | null, row: object = {}): Promise<number> {
      const id = await app.contact(workspaceId, row);
      if (stage === null) return id;
      await app.insert('CustomFieldAnswer', { workspaceId, contactId: id, customFieldId: fieldId, answer: [stage] });
      return id;
    },
    archive: (name: string) =>
      app.sql('UPDATE "CustomFieldOption" SET "isArchived" = true WHERE "workspaceId" = $1 AND "id" = $2', [
        workspaceId,
        ids[name],
      ]),
    stageOf: async (contactId: number) => (await contactRow(app, booking, contactId)).stage,
    ownerOf: async (contactId: number) => (await contactRow(app, booking, contactId)).userId,
  };
}

export type RuledBooking = Awaited<ReturnType<typeof ruledBooking>>;

async function contactRow(app: TestApp, { workspaceId }: Booking, contactId: number) {
  const [row] = await app.sql<{ userId: number | null; stage: string | null }>(
    `SELECT c."userId", a."answer"[1] AS "stage" FROM "Contact" c LEFT JOIN "CustomFieldAnswer" a
       ON a."workspaceId" = $1 AND a."contactId" = c."id"
     WHERE c."workspaceId" = $1 AND c."id" = $2`,
    [workspaceId, contactId],
  );
  if (!row) throw new Error('There is no such contact.');
  return row;
}

/** The event of a contact that has moved from one stage to another. */
export function movedEvent({ fieldId, ids }: RuledBooking, contactId: number, from: string | null, to: string) {
  const answer = (name: string | null) => ({
    customFieldId: fieldId,
    identifier: contactStage.identifier,
    answer: name === null ? [] : [name],
    optionIds: name === null ? [] : [ids[name]],
  });
  return {
    kind: 'contact.answers_changed',
    payload: { contactId, answers: [answer(to)] },
    previous: { answers: [answer(from)] },
  };
}

export const kindsOf = async (app: TestApp, { workspaceId }: Booking, skipped = 0) =>
  (await eventsOf(app, workspaceId, skipped)).map(({ kind }) => kind);
