import { expect, test } from 'vitest';
import { insertContact } from '#src/db/writes/contacts.ts';
import { type ContactFields, writableContactColumns } from '#src/domain/contacts/contact.ts';
import { nextSerial } from '../support/serial.ts';
import { useServices } from '../support/service-context.ts';

const services = await useServices();

/** The value of each field that has no default, and another one than the default of the others. */
function fullFields(userId: number): Required<ContactFields> {
  return {
    ...{ firstName: 'Ira', lastName: 'Fox', email: `ira-${nextSerial()}@example.com`, phoneNumber: '+14155550101' },
    ...{ secondaryEmail: `ira-${nextSerial()}@work.example`, secondaryPhoneNumber: '+14155550102' },
    ...{ tag: 'vip', timeZone: 'Asia/Tokyo', country: 'JP', userId, setterId: userId, status: 'QUALIFIED' },
    referrer: 'https://www.example.com/pricing',
    ...{ utm: [{ utmKey: 'utm_source', utmValue: 'ads' }], joinedTime: '2026-01-02T03:04:05.000Z' },
  };
}

/** Every set of fields of which at most two are there, or at most two are absent. */
function setsOfFields(full: Required<ContactFields>): ContactFields[] {
  const names = writableContactColumns;
  const pairs = names.flatMap((one, index) => names.slice(index).map((other) => new Set([one, other])));
  const only = (isKept: (name: keyof ContactFields) => boolean) =>
    Object.fromEntries(Object.entries(full).filter(([name]) => isKept(name as keyof ContactFields)));
  return [{}, full, ...pairs.flatMap((pair) => [only((name) => pair.has(name)), only((name) => !pair.has(name))])];
}

test('a session prepares two statements for the contacts of all inputs, and an absent field has the default of its column', async () => {
  const { workspaceId, userId } = await services.workspace();
  const full = fullFields(userId);
  const sets = setsOfFields(full);
  expect(new Set(sets.map((set) => Object.keys(set).sort().join())).size).toBeGreaterThan(120);
  await services.context.db.write(async (client) => {
    // As a row gets them that names none of these columns.
    const { rows: unnamed } = await client.query(
      `INSERT INTO "Contact" ("workspaceId", "previewId") VALUES ($1, 'contact_default')
       RETURNING "status", "utm", "joinedTime"`,
      [workspaceId],
    );
    for (const set of sets) {
      const email = set.email && `ira-${nextSerial()}@example.com`;
      const secondaryEmail = set.secondaryEmail && `ira-${nextSerial()}@work.example`;
      // A contact without an email is found by its phone number.
      const phoneNumber = set.phoneNumber && `+1415${5_550_000 + nextSerial()}`;
      const addresses = {
        ...(email && { email }),
        ...(phoneNumber && { phoneNumber }),
        ...(secondaryEmail && { secondaryEmail }),
      };
      const sent: ContactFields = { ...set, ...addresses };
      const contact = await insertContact(client, workspaceId, sent);
      const expected = writableContactColumns.map((name) => {
        return [name, sent[name] ?? unnamed[0][name] ?? null];
      });
      const stored = (contact ?? {}) as unknown as Record<string, unknown>;
      expect(writableContactColumns.map((name) => [name, stored[name]])).toEqual(expected);
    }
    const { rows } = await client.query(
      `SELECT count(*)::int AS "count" FROM pg_prepared_statements WHERE "statement" LIKE '%INSERT INTO "Contact" AS%'`,
    );
    expect(rows).toEqual([{ count: 2 }]);
  });
});
