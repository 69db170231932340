import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import {
  contactStage,
  type FieldsPlace,
  fieldsPlace,
  noConfiguration,
  plainOption,
} from '../../support/custom-fields.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let fixture: FieldsPlace;
const app = await useApp();
beforeEach(async () => {
  fixture = await fieldsPlace(app);
});

async function made(input: object = {}): Promise<Body> {
  const { body } = await fixture.create({ name: 'Budget', type: 'CONTACT', inputType: 'NUMBER', ...input });
  return body.data;
}

/** What a change makes of a field, beside the time of it. */
async function becomes(field: Body, change: object, expected: object): Promise<void> {
  const { status, body } = await fixture.update({ id: field.id, ...change });
  const { updatedAt } = body.data ?? {};
  expect({ status, body }).toEqual({ status: 200, body: { data: { ...field, updatedAt, ...expected } } });
  const list = await app.get(`/v1/fields/objects?objectType=${body.data.type}&allFields=true`, fixture.key);
  expect(list.body.data).toContainEqual(body.data);
}

async function answer(customFieldId: number, items: readonly string[]): Promise<number> {
  const { workspaceId } = fixture.owner;
  const contactId = await app.contact(workspaceId);
  return (await app.insert('CustomFieldAnswer', { workspaceId, customFieldId, contactId, answer: items })).id;
}

async function answerOf(id: number): Promise<unknown> {
  const [row] = await app.sql<{ answer: string[] }>('SELECT "answer" FROM "CustomFieldAnswer" WHERE "id" = $1', [id]);
  return row?.answer;
}

test('writes the event field.changed, with the field as it was returned, and what was different before', async () => {
  const field = await made();
  const { body } = await fixture.update({ id: field.id, name: 'Size', hidden: true });
  const payload = { ...body.data, change: 'UPDATED' };
  const previous = { name: 'Budget', hidden: false };
  const last = (await eventsOf(app, fixture.owner.workspaceId)).at(-1);
  expect(last).toMatchObject({ kind: 'field.changed', payload });
  expect(last?.previous).toEqual(previous);
});

describe('PUT /v1/fields changes what the input has', () => {
  test('and nothing, not even the time of the change, where all of it is there already', async () => {
    const options = [{ name: 'Red', color: 'red' }, { name: 'Blue' }];
    const select = await made({ inputType: 'SINGLE_SELECT', options });
    const number = await made({ description: 'Yearly', configuration: { min: 0.5, max: 20, placeholder: 'x' } });
    const reordered = JSON.parse('{ "placeholder": "x", "max": 2e1, "min": 0.50, "step": null }');
    for (const [field, change] of [
      [select, { ...select, configuration: {}, options: select.options.toReversed() }],
      [select, { options: [] }],
      [select, { options: [{ id: select.options[1].id, name: 'Blue', isArchived: false }] }],
      [number, { configuration: reordered, hidden: false, displayIndex: number.displayIndex }],
      [number, { name: 'Budget' }],
    ]) {
      const { status, body } = await fixture.update({ ...change, id: field.id });
      expect({ status, body }).toEqual({ status: 200, body: { data: field } });
    }
    const mutation = 'mutation ($input: UpdateCustomFieldInput!) { updateCustomField(input: $input) { updatedAt } }';
    const input = { id: number.id, configuration: reordered };
    const { body } = await app.graphql(mutation, fixture.key, { input });
    expect(body).toEqual({ data: { updateCustomField: { updatedAt: number.updatedAt } } });
  });

  test('an option alone, and the time of the change is that of the field', async () => {
    const field = await made({ inputType: 'SINGLE_SELECT', options: [{ name: 'Red' }] });
    const [{ id }] = field.options;
    const { body } = await fixture.update({ id: field.id, options: [{ id, tooltip: 'x' }] });
    expect(body.data.options[0].tooltip).toBe('x');
    expect(Date.parse(body.data.updatedAt)).toBeGreaterThan(Date.parse(field.updatedAt));
  });

  test('beside a reserved identifier from before the rule, which stays', async () => {
    const field = await made();
    await app.sql(`UPDATE "CustomField" SET "identifier" = 'invitee-name' WHERE "id" = $1`, [field.id]);
    const renamed = { ...field, identifier: 'invitee-name' };
    await becomes(renamed, { identifier: 'invitee-name', name: 'Money' }, { name: 'Money' });
  });

  test('a name, and the identifier stays', async () => {
    const field = await made();
    await becomes(field, { name: 'Money' }, { name: 'Money' });
    expect((await made()).identifier).toBe('budget-2');
  });

  test('everything at once, before there are answers', async () => {
    const change = {
      ...{ name: 'Rank', identifier: 'rank', description: 'How good', type: 'CALL', inputType: 'RATING' },
      ...{ hidden: true, displayIndex: 9 },
    };
    const configuration = { maxRating: 7 };
    const expected = { ...change, configuration: { ...noConfiguration, maxRating: 7 } };
    await becomes(await made(), { ...change, configuration }, expected);
  });

  test('null clears a description and a configuration', async () => {
    const field = await made({ description: 'Yearly', configuration: { min: 0, max: 5 } });
    await becomes(
      field,
      { description: null, configuration: null },
      { description: null, configuration: noConfiguration },
    );
  });

  test('a configuration is replaced as a whole', async () => {
    const field = await made({ configuration: { min: 0, max: 5, placeholder: 'x' } });
    await becomes(field, { configuration: { max: 6 } }, { configuration: { ...noConfiguration, max: 6 } });
  });

  test('what was read can be sent back whole', async () => {
    const input = { inputType: 'SINGLE_SELECT', configuration: { placeholder: 'x' }, options: [{ name: 'A' }] };
    const field = await made(input);
    await becomes(field, field, {});
  });

  test('an input type, and keeps of the configuration what the new one has as well', async () => {
    const field = await made({ configuration: { min: 0, placeholder: 'x' } });
    const expected = { inputType: 'TEXT', configuration: { ...noConfiguration, placeholder: 'x' } };
    await becomes(field, { inputType: 'TEXT' }, expected);
  });

  test('a select into another with its options, and into no select without them', async () => {
    const field = await made({ inputType: 'SINGLE_SELECT', options: [{ name: 'A' }, { name: 'B' }] });
    await becomes(field, { inputType: 'CHECK_BOX' }, { inputType: 'CHECK_BOX' });
    await becomes(field, { inputType: 'URL' }, { inputType: 'URL', options: [] });
    const rows = await app.sql('SELECT FROM "CustomFieldOption" WHERE "customFieldId" = $1', [field.id]);
    expect(rows).toEqual([]);
  });

  test('the same type and input type, also once answers exist', async () => {
    const field = await made({ inputType: 'TEXT' });
    await answer(field.id, ['x']);
    await becomes(
      field,
      { type: 'CONTACT', inputType: 'TEXT', name: 'Y', identifier: 'y' },
      { name: 'Y', identifier: 'y' },
    );
  });

  test('an identifier that another type has', async () => {
    await made({ type: 'CALL', identifier: 'free' });
    await becomes(await made(), { identifier: 'free' }, { identifier: 'free' });
  });

  test('by the twin of GraphQL, too', async () => {
    const field = await made();
    const mutation = 'mutation ($input: UpdateCustomFieldInput!) { updateCustomField(input: $input) { name hidden } }';
    const { body } = await app.graphql(mutation, fixture.key, { input: { id: field.id, hidden: true, name: 'N' } });
    expect(body).toEqual({ data: { updateCustomField: { name: 'N', hidden: true } } });
  });
});

test('the result of a change has relations to the events that ask for the field', async () => {
  const { owner } = fixture;
  const field = await made({ inputType: 'TEXT' });
  const eventId = await app.event(owner);
  await app.sql('INSERT INTO "EventSecondaryQuestion" VALUES ($1, $2, $3)', [owner.workspaceId, eventId, field.id]);
  const mutation = `mutation ($input: UpdateCustomFieldInput!) {
    updateCustomField(input: $input) { name events { id } askingEvents { id customFields { name } } } }`;
  const input = { id: field.id, name: 'Asked' };
  const { body } = await app.graphql(mutation, await app.apiKey(owner), { input });
  const askingEvents = [{ id: eventId, customFields: [{ name: 'Asked' }] }];
  expect(body).toEqual({ data: { updateCustomField: { name: 'Asked', events: null, askingEvents } } });
});

describe('PUT /v1/fields and options', () => {
  const select = (options: object[], inputType = 'SINGLE_SELECT') => made({ inputType, options });
  const shown = (field: Body) => field.options.map(({ id, name, displayIndex }: Body) => [id, name, displayIndex]);

  test('by name are those of that name, in the order in which they are sent', async () => {
    const field = await select([{ name: 'Red', color: 'red' }, { name: 'Blue' }, { name: 'Green' }]);
    const [red, blue, green] = field.options;
    const sent = { id: field.id, options: [{ name: ' GREEN' }, { name: 'New' }, { name: 'red', tooltip: 'x' }] };
    const { status, body } = await fixture.update(sent);
    const added = body.data.options.find(({ name }: Body) => name === 'New');
    expect([status, shown(body.data)]).toEqual([
      200,
      [
        [green.id, 'Green', 0],
        // Left out, it keeps its place.
        [blue.id, 'Blue', 1],
        [added.id, 'New', 2],
        [red.id, 'Red', 3],
      ],
    ]);
    expect(body.data.options[3]).toEqual({ ...red, displayIndex: 3, tooltip: 'x' });
    const again = await fixture.update(sent);
    expect(again.body).toEqual(body);
  });

  test('by id keep their places beside options by name', async () => {
    const field = await select([{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
    const [a, b, c] = field.options;
    const options = [{ id: c.id, tooltip: 'x' }, { name: 'b' }, { name: 'a' }];
    const { body } = await fixture.update({ id: field.id, options });
    expect(shown(body.data)).toEqual([
      [b.id, 'B', 0],
      [a.id, 'A', 1],
      [c.id, 'C', 2],
    ]);
  });

  test('by name come back from the archive, unless the item says otherwise', async () => {
    const field = await select([{ name: 'A', isArchived: true }, { name: 'B' }, { name: 'C', isArchived: true }]);
    const { body } = await fixture.update({ id: field.id, options: [{ name: 'a' }, { name: 'c', isArchived: true }] });
    expect(body.data.options.map(({ isArchived }: Body) => isArchived)).toEqual([false, false, true]);
  });

  test('by name keep their answers', async () => {
    const field = await select([{ name: 'A' }, { name: 'B' }]);
    const contactId = await app.contact(fixture.owner.workspaceId);
    await app.insert('CustomFieldAnswer', {
      ...{ workspaceId: fixture.owner.workspaceId, contactId, customFieldId: field.id, answer: ['A'] },
    });
    await fixture.update({ id: field.id, options: [{ name: 'b' }, { name: 'a' }] });
    const rows = await app.sql('SELECT "answer" FROM "CustomFieldAnswer" WHERE "customFieldId" = $1', [field.id]);
    expect(rows).toEqual([{ answer: ['A'] }]);
  });

  test('that two items mean are an error of the second item', async () => {
    const field = await select([{ name: 'A' }, { name: 'B' }]);
    const [a] = field.options;
    const refused = async (options: object[]) => {
      const { status, body } = await fixture.update({ id: field.id, options });
      return [status, body.message.details.errors];
    };
    const twice = (key: string) => [
      400,
      [
        {
          path: `options[1].${key}`,
          code: 'duplicate',
          message: 'Must not refer to the same option as options[0]',
        },
      ],
    ];
    expect(await refused([{ id: a.id, tooltip: 'x' }, { name: 'a' }])).toEqual(twice('name'));
    expect(await refused([{ name: 'A' }, { id: a.id, tooltip: 'x' }])).toEqual(twice('id'));
    expect(await refused([{ name: 'A' }, { name: ' a ' }])).toEqual(twice('name'));
  });

  test('changes those with an id, adds those without at the end, and keeps those that are left out', async () => {
    const field = await select([{ name: 'A' }, { name: 'B', color: 'red', tooltip: 'T' }]);
    const [a, b] = field.options;
    const added = { ...plainOption, id: expect.any(Number), name: 'C', displayIndex: 2 };
    const changed = { ...b, color: null, category: 'Group', isArchived: true };
    await becomes(
      field,
      { options: [{ name: 'C' }, { id: b.id, color: null, category: 'Group', isArchived: true }] },
      { options: [a, changed, added] },
    );
  });

  test('moves them', async () => {
    const field = await select([{ name: 'A' }, { name: 'B' }]);
    const [a, b] = field.options;
    const [first, second] = [
      { ...b, displayIndex: 0 },
      { ...a, displayIndex: 1 },
    ];
    const options = [
      { id: a.id, displayIndex: 1 },
      { id: b.id, displayIndex: 0 },
    ];
    await becomes(field, { options }, { options: [first, second] });
  });

  test('archives one and restores it', async () => {
    const field = await select([{ name: 'A', isDefault: true }]);
    const [a] = field.options;
    const archived = { ...a, isArchived: true, isDefault: false };
    await becomes(field, { options: [{ id: a.id, isArchived: true }] }, { options: [archived] });
    const back = { ...archived, isArchived: false };
    await becomes(field, { options: [{ id: a.id, isArchived: false }] }, { options: [back] });
  });

  test('a new default of a single select takes the place of the old one; of several there are several', async () => {
    const names = [{ name: 'A', isDefault: true }, { name: 'B' }];
    const single = await select(names);
    const change = (field: Body) => ({ options: [{ id: field.options[1].id, isDefault: true }] });
    const defaults = async (field: Body) => {
      const { body } = await fixture.update({ id: field.id, ...change(field) });
      return body.data.options.map(({ isDefault }: Body) => isDefault);
    };
    expect(await defaults(single)).toEqual([false, true]);
    expect(await defaults(await select(names, 'MULTIPLE_SELECT'))).toEqual([true, true]);
  });

  test('a renamed option is renamed in the answers, and those of others stay', async () => {
    const field = await select([{ name: 'A' }, { name: 'B' }, { name: 'C' }], 'MULTIPLE_SELECT');
    const [a, b] = field.options;
    const ids = [await answer(field.id, ['C', 'A', 'B']), await answer(field.id, ['C'])];
    const other = await select([{ name: 'A' }]);
    const stranger = await answer(other.id, ['A']);
    // Each takes the other's name.
    const options = [
      { id: a.id, name: 'B' },
      { id: b.id, name: 'A' },
    ];
    await becomes(field, { options }, { options: [{ ...a, name: 'B' }, { ...b, name: 'A' }, field.options[2]] });
    expect(await Promise.all([...ids, stranger].map(answerOf))).toEqual([['C', 'B', 'A'], ['C'], ['A']]);
  });

  test('a renamed option is renamed in the rules of events that name it, and their other rules stay', async () => {
    const field = await select([{ name: 'Student' }, { name: 'Other' }]);
    const [student, other] = field.options;
    const { owner } = fixture;
    const rule = (customFieldId: number | null, values: string[], operator = 'EQUALS') => {
      return { kind: 'ANSWER', questionType: customFieldId ? null : 'NAME', customFieldId, operator, values };
    };
    const rules = [rule(field.id, [' student', 'Other', 'Ex-student']), rule(null, ['Student'])];
    const after = [rule(field.id, ['Other', 'Student', 'Ex-student']), rule(null, ['Student'])];
    const sql = 'UPDATE "Event" SET "disqualificationRules" = $2 WHERE "id" = $1';
    const eventId = await app.event(owner);
    await app.sql(sql, [eventId, JSON.stringify(rules)]);
    const theirs = await app.event(await app.workspace());
    await app.sql(sql, [theirs, JSON.stringify(rules)]);
    // Each takes the other's name.
    const options = [
      { id: student.id, name: 'Other' },
      { id: other.id, name: 'Student' },
    ];
    expect((await fixture.update({ id: field.id, options })).status).toBe(200);
    const rulesOf = async (id: number) =>
      (await app.sql<Body>('SELECT "disqualificationRules" FROM "Event" WHERE "id" = $1', [id]))[0]
        ?.disqualificationRules;
    expect([await rulesOf(eventId), await rulesOf(theirs)]).toEqual([after, rules]);
  });

  test('one may be written in other letters, and another take a name that has become free', async () => {
    const field = await select([{ name: 'red' }, { name: 'Blue' }]);
    const [red, blue] = field.options;
    const options = [{ id: red.id, name: 'Blue' }, { id: blue.id, name: 'BLUE 2' }, { name: 'Red' }];
    const { status, body } = await fixture.update({ id: field.id, options });
    expect([status, body.data.options.map(({ name }: Body) => name)]).toEqual([200, ['Blue', 'BLUE 2', 'Red']]);
    const again = await fixture.update({ id: field.id, options: [{ id: red.id, name: 'BLUE' }] });
    expect([again.status, again.body.data.options[0].name]).toEqual([200, 'BLUE']);
  });
});

test('behind the last place there is, new fields and options can be sent back as they were read', async () => {
  const last = 1_000_000;
  const option = { name: 'A', displayIndex: last };
  const input = { inputType: 'CHECK_BOX', displayIndex: last, options: [option, { name: 'B' }] };
  await made(input);
  const field = await made({ ...input, displayIndex: undefined });
  const { body } = await fixture.update({ id: field.id, options: [{ name: 'C' }] });
  expect([body.data.displayIndex, body.data.options[2].displayIndex]).toEqual([last, last]);
  await becomes(body.data, body.data, {});
});

describe('the contact stage', () => {
  test('can be renamed, described, moved and hidden, and can get options', async () => {
    const id = await contactStage(app, fixture.owner.workspaceId);
    const { body } = await app.get('/v1/fields/contact-stage', fixture.key);
    const change = { name: 'Pipeline', description: 'Where they stand', displayIndex: 5, hidden: true };
    const fixed = { type: 'CONTACT', inputType: 'SINGLE_SELECT', identifier: 'contact-stage' };
    const options = [...body.data.options, { ...plainOption, id: expect.any(Number), name: 'Lost', displayIndex: 2 }];
    expect(body.data.id).toBe(id);
    await becomes(body.data, { ...change, ...fixed, options: [{ name: 'Lost' }] }, { ...change, options });
  });
});
