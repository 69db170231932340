import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type InputType, inputTypes, isSelect } from '#src/domain/custom-fields/custom-field.ts';
import { anyAnswer, fittingAnswer } from '../../support/answer-arbitraries.ts';
import { answering } from '../../support/answers.ts';
import { type Body, useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';

let contactId: number;
const app = await useApp();
const fixture = await answering(app);
contactId = await app.contact(fixture.workspaceId);
// The users of the answers that are generated.
for (const id of [7, 8]) {
  await app.sql(`INSERT INTO "User" ("id", "email", "username", "firstName", "lastName")
    VALUES (${id}, 'known-${id}@example.com', 'known-${id}', 'A', 'B') ON CONFLICT DO NOTHING`);
  await app.sql(
    `INSERT INTO "Membership" ("workspaceId", "userId", "role") VALUES ($1, $2, 'CLOSER') ON CONFLICT DO NOTHING`,
    [fixture.workspaceId, id],
  );
}

const optionNames = ['Red', '13', 'Blue', '11', '12'];

/** A field as its endpoint makes it. */
async function madeField(inputType: InputType): Promise<number> {
  const options = isSelect(inputType) ? { options: optionNames.map((name) => ({ name })) } : {};
  const body = { name: `All of ${inputType}`, type: 'CONTACT', inputType, ...options };
  const made = await sendJson(app, ['POST', '/v1/fields'], body, fixture);
  expect(made.status).toBe(201);
  return made.body.data.id;
}

async function stored(customFieldId: number): Promise<string[]> {
  const { body } = await app.get(`/v1/contacts/detail?contactId=${contactId}`, fixture.key);
  const answers: Body[] = body.data.customFieldAnswers;
  return answers.find((each) => each.customFieldId === customFieldId)?.answer ?? [];
}

describe.each(inputTypes)('a field of the type %s', (inputType) => {
  test('gives back every answer that it accepted, which can be sent again', async () => {
    const customFieldId = await madeField(inputType);
    const send = (answer: readonly string[]) => fixture.post({ customFieldId, contactId, answer });
    await fc.assert(
      fc.asyncProperty(fittingAnswer(inputType), async (sent) => {
        const { status, body } = await send(sent);
        expect([200, 201]).toContain(status);
        // Each once; all else is as it was sent.
        expect(body.data.answer).toEqual([...new Set(sent)]);
        expect(await stored(customFieldId)).toEqual(body.data.answer);
        expect((await send(body.data.answer)).body.data.answer).toEqual(body.data.answer);
      }),
      { numRuns: 12 },
    );
  });

  test('keeps what it has when it refuses', async () => {
    const customFieldId = await madeField(inputType);
    await fc.assert(
      fc.asyncProperty(anyAnswer, async (sent) => {
        const before = await stored(customFieldId);
        const { status, body } = await fixture.post({ customFieldId, contactId, answer: sent });
        expect([200, 201, 400]).toContain(status);
        expect(await stored(customFieldId)).toEqual(status === 400 ? before : body.data.answer);
      }),
      { numRuns: 12 },
    );
  });
});

test('of a change of the type and an answer of the old type at once, one is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const customFieldId = await madeField('TEXT');
    const change = { id: customFieldId, inputType: 'NUMBER' };
    const [changed, answered] = await Promise.all([
      sendJson(app, ['PUT', '/v1/fields'], change, fixture),
      fixture.post({ customFieldId, contactId, answer: ['ten'] }),
    ]);
    expect([changed.status, answered.status].sort()).toEqual(changed.status === 200 ? [200, 400] : [201, 400]);
    expect(await stored(customFieldId)).toEqual(changed.status === 200 ? [] : ['ten']);
  }
});

test('an option that is renamed while it is answered is renamed in the answer, or refused by its old name', async () => {
  for (let round = 0; round < 10; round++) {
    const customFieldId = await madeField('SINGLE_SELECT');
    const { body } = await app.get('/v1/fields/objects?objectType=CONTACT&limit=100', await app.apiKey(fixture.owner));
    const field = (body.data as Body[]).find(({ id }) => id === customFieldId);
    const options = [{ id: field.options[0].id, name: 'Crimson' }];
    const [changed, answered] = await Promise.all([
      sendJson(app, ['PUT', '/v1/fields'], { id: customFieldId, options }, fixture),
      fixture.post({ customFieldId, contactId, answer: ['Red'] }),
    ]);
    expect(changed.status).toBe(200);
    expect(await stored(customFieldId)).toEqual(answered.status === 201 ? ['Crimson'] : []);
  }
});
