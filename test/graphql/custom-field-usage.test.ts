import { beforeEach, describe, expect, test } from 'vitest';
import { unusedField } from '#src/domain/custom-fields/usage.ts';
import { type Body, useApp } from '../support/app.ts';
import { customField, options } from '../support/custom-fields.ts';
import type { Member } from '../support/factories.ts';

let owner: Member;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
});

const usage = `usage { answerCount askingEventCount ruleEventCount
  events { eventId name asks hasRule } options { optionId answerCount ruleEventCount } }`;

async function listed(caller = owner): Promise<Body> {
  const document = `{ customFields(objectType: CONTACT, limit: 50, allFields: true) { data { id ${usage} } } }`;
  const { body } = await app.graphql(document, await app.session(caller));
  return body.data.customFields.data;
}

async function usageOf(id: number): Promise<Body> {
  return (await listed()).find((each: Body) => each.id === id).usage;
}

/** The options of a field by name, with their new ids. */
const optionsOf = (customFieldId: number, names: readonly string[]) =>
  options(app, { workspaceId: owner.workspaceId, customFieldId }, names);

const select = (identifier: string, { workspaceId } = owner) =>
  customField(app, workspaceId, { identifier, inputType: 'CHECK_BOX' });

async function answer(customFieldId: number, items: readonly string[], { workspaceId } = owner): Promise<void> {
  const contactId = await app.contact(workspaceId);
  await app.insert('CustomFieldAnswer', { workspaceId, contactId, customFieldId, answer: items });
}

/** A rule that names the field. */
const ruleOf = (customFieldId: number, ...values: string[]) => {
  return { kind: 'ANSWER', questionType: null, customFieldId, operator: 'EQUALS', values };
};

async function ruled(name: string, rules: readonly object[], host = owner): Promise<number> {
  const id = await app.event(host, { name });
  const sql = 'UPDATE "Event" SET "disqualificationRules" = $2 WHERE "id" = $1';
  await app.sql(sql, [id, JSON.stringify(rules)]);
  return id;
}

const ask = (eventId: number, customFieldId: number, { workspaceId } = owner) =>
  app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId });

describe('the usage of a custom field', () => {
  test('is nothing before it is used', async () => {
    const id = await customField(app, owner.workspaceId, { identifier: 'budget' });
    expect(await usageOf(id)).toEqual(unusedField);
  });

  test('counts answers, and those of each option', async () => {
    const id = await select('goals');
    const [sales, people] = await optionsOf(id, ['Sales', 'People']);
    await answer(id, ['Sales', 'People']);
    await answer(id, ['Sales']);
    expect(await usageOf(id)).toEqual({
      ...unusedField,
      answerCount: 2,
      options: [
        { optionId: sales, answerCount: 2, ruleEventCount: 0 },
        { optionId: people, answerCount: 1, ruleEventCount: 0 },
      ],
    });
  });

  test('names the events that ask for it and those with a rule about it, but no deleted ones', async () => {
    const id = await select('size');
    const other = await select('other');
    const [small, large] = await optionsOf(id, ['Small', 'Large']);
    // Rules are compared without regard to letter case and white space.
    const both = await ruled('Audit', [ruleOf(id, ' SMALL '), ruleOf(id, 'small', 'Medium'), ruleOf(other, 'Large')]);
    await ask(both, id);
    const asking = await app.event(owner, { name: 'Strategy' });
    await ask(asking, id);
    const naming = await ruled('Demo', [ruleOf(id, 'Huge')]);
    const deleted = await ruled('Gone', [ruleOf(id, 'Large')]);
    await app.sql('UPDATE "Event" SET "deletedAt" = now() WHERE "id" = $1', [deleted]);
    expect(await usageOf(id)).toEqual({
      answerCount: 0,
      askingEventCount: 2,
      ruleEventCount: 2,
      events: [
        { eventId: both, name: 'Audit', asks: true, hasRule: true },
        { eventId: naming, name: 'Demo', asks: false, hasRule: true },
        { eventId: asking, name: 'Strategy', asks: true, hasRule: false },
      ],
      options: [
        { optionId: small, answerCount: 0, ruleEventCount: 1 },
        { optionId: large, answerCount: 0, ruleEventCount: 0 },
      ],
    });
  });

  test('is that of the own workspace alone', async () => {
    const stranger = await app.workspace();
    const theirs = await select('theirs', stranger);
    const own = await select('own');
    await answer(theirs, ['Sales'], stranger);
    await ask(await ruled('Theirs', [ruleOf(own, 'Sales'), ruleOf(theirs, 'Sales')], stranger), theirs, stranger);
    expect(await listed()).toEqual([{ id: own, usage: unusedField }]);
    expect((await listed(stranger))[0].usage).toMatchObject({ answerCount: 1, askingEventCount: 1, ruleEventCount: 1 });
  });

  test('lists a hundred events, and counts all', async () => {
    const id = await select('often');
    await app.sql(
      `WITH "made" AS (
        INSERT INTO "Event" ("workspaceId", "name", "linkPrefix", "callType", "duration")
        SELECT $1::int, 'Event ' || n, 'often-' || $3 || '-' || n, 'STRATEGY_EVENT', 30 FROM generate_series(1, 120) n
        RETURNING "id")
      INSERT INTO "EventSecondaryQuestion" ("workspaceId", "eventId", "customFieldId") SELECT $1, "id", $2 FROM "made"`,
      [owner.workspaceId, id, String(owner.workspaceId)],
    );
    const { askingEventCount, events } = await usageOf(id);
    expect([askingEventCount, events.length]).toEqual([120, 100]);
  });

  test('is read by one statement for all fields of a page', async () => {
    for (const identifier of ['one', 'two', 'three']) await select(identifier);
    app.statements.length = 0;
    expect(await listed()).toHaveLength(3);
    expect(app.statements.filter((name) => name === 'customFields.usage')).toHaveLength(1);
  });

  test('is nothing for an invitee question', async () => {
    const document = `{ customFields(objectType: CONTACT, inviteeQuestions: true) { data { id ${usage} } } }`;
    const { body } = await app.graphql(document, await app.session(owner));
    expect(body.data.customFields.data).toContainEqual({ id: expect.any(Number), usage: unusedField });
  });

  test.each(['CLOSER', 'SETTER'] as const)('is refused to a %s', async (role) => {
    const id = await select('secret');
    const document = `{ customFields(objectType: CONTACT) { data { id ${usage} } } }`;
    const { body } = await app.graphql(document, await app.session(await app.member(owner.workspaceId, role)));
    expect(body.data.customFields.data).toEqual([{ id, usage: null }]);
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  test('is shown to an admin, and to a key only with the scope to change fields', async () => {
    const id = await select('own');
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    expect((await listed(admin))[0].usage).toEqual(unusedField);
    const key = await app.apiKey(owner, { scopes: ['fields:read'] });
    const { body } = await app.graphql(`{ customFields(objectType: CONTACT) { data { id ${usage} } } }`, key);
    expect(body.data.customFields.data).toEqual([{ id, usage: null }]);
    expect(body.errors[0].extensions).toMatchObject({ code: 'INSUFFICIENT_SCOPE', scope: 'fields:write' });
  });
});
