import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const path = '/v1/userAvailabilities';

const week = (startTime: string, endTime: string) => [{ name: 'monday', timings: [{ startTime, endTime }] }];
const send = (method: 'POST' | 'PUT', body: object) => sendJson(app, [method, path], body, { key });
const create = (fields: object) => send('POST', { name: 'Office hours', timeZone: 'Europe/Berlin', ...fields });
const detail = async (id: number) => (await app.get(`${path}/detail?id=${id}`, key)).body.data;
const updatedAt = (id: number) => app.sql('SELECT "updatedAt" FROM "Schedule" WHERE "id" = $1', [id]);

const inBothNames = 'Cannot be combined with days: both are names of the same field';

test('the week is taken by its name in responses, and by that of the graph', async () => {
  const byWireName = await create({ 'the service': week('09:00', '17:00') });
  const byName = await create({ days: week('09:00', '17:00') });
  expect([byWireName.status, byWireName.headers.get('unknown-parameters')]).toEqual([201, null]);
  const timings = byWireName.body.data['the service'].map((day: { timings: object[] }) => day.timings);
  expect(timings).toEqual([week('09:00', '17:00')[0]?.timings, [], [], [], [], [], []]);
  expect(byName.body.data['the service'].map((day: { timings: object[] }) => day.timings)).toEqual(timings);
});

test('a change of the week under its name in responses is stored', async () => {
  const { id } = (await create({ days: week('09:00', '17:00') })).body.data;
  const changed = await send('PUT', { id, 'the service': week('10:00', '24:00') });
  expect([changed.status, changed.body.data['the service'][0].timings]).toEqual([
    200,
    [{ startTime: '10:00', endTime: '24:00' }],
  ]);
  expect(await detail(id)).toEqual(changed.body.data);
});

test('a record that was read can be sent back: it changes nothing', async () => {
  const { id } = (await create({ days: week('09:00', '24:00') })).body.data;
  await app.sql(`UPDATE "Schedule" SET "updatedAt" = '2020-01-01T00:00:00Z' WHERE "id" = $1`, [id]);
  const [record, before] = [await detail(id), await updatedAt(id)];
  const { status, body, headers } = await send('PUT', record);
  expect([status, body.data]).toEqual([200, record]);
  expect(await updatedAt(id)).toEqual(before);
  expect(headers.get('unknown-parameters')).toMatch(/^body\.userId, .*body\.the%20service%5B0%5D\.id, /);
});

test('a record that was read makes another with the same week', async () => {
  const record = (await create({ days: week('08:00', '12:30') })).body.data;
  const { status, body } = await send('POST', record);
  const days = record['the service'].map((day: object) => ({ ...day, id: expect.any(Number) }));
  const own = { id: expect.any(Number), createdAt: expect.any(String), isDefault: record.isDefault };
  expect([status, body.data]).toEqual([201, { ...record, ...own, 'the service': days }]);
  expect(body.data.id).not.toBe(record.id);
});

test.each([
  [{ 'the service': week('9', '17:00') }, 'the service', 'the service[0].timings[0].startTime'],
  [{ 'the service': [...week('09:00', '10:00'), ...week('11:00', '12:00')] }, 'the service', 'the service[1]'],
  [{ 'the service': week('09:00', '10:00'), days: week('09:00', '10:00') }, 'the service', 'the service'],
  [{ 'the service': null, days: week('09:00', '10:00') }, 'the service', 'the service'],
  [{ days: week('9', '17:00') }, 'days', 'days[0].timings[0].startTime'],
  [{}, 'days', 'days'],
])('a week as %j is refused under the name that was sent', async (fields, field, place) => {
  const { status, body } = await create(fields);
  const { fieldErrors, errors } = body.details as {
    fieldErrors: Record<string, string[]>;
    errors: { path: string }[];
  };
  expect([status, Object.keys(fieldErrors), errors.map((error) => error.path)]).toEqual([400, [field], [place]]);
});

test.each(['POST', 'PUT'] as const)('%s refuses both names of the week', async (method) => {
  const { id } = (await create({ days: week('09:00', '17:00') })).body.data;
  const [days, name, timeZone] = [week('10:00', '11:00'), 'Both', 'UTC'];
  const { status, body } = await send(method, { id, name, timeZone, days, 'the service': days });
  expect(status).toBe(400);
  expect(body.details.fieldErrors).toEqual({ 'the service': [inBothNames] });
});

test('a repeated Idempotency-Key takes either name as the same request', async () => {
  const post = (fields: object) =>
    sendJson(
      app,
      ['POST', path],
      { name: 'Once', timeZone: 'UTC', ...fields },
      {
        key,
        headers: { 'idempotency-key': 'week-1' },
      },
    );
  const first = await post({ days: week('09:00', '17:00') });
  const second = await post({ 'the service': week('09:00', '17:00') });
  expect([second.status, second.body, second.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true']);
});

test('OpenAPI names both, and requires neither', async () => {
  const { components } = (await app.get('/openapi.json')).body;
  const { properties, required } = components.schemas.CreateScheduleInput;
  expect(required).toEqual(['name', 'timeZone']);
  expect(properties.days).toEqual(properties['the service']);
  expect(properties['the service'].description).toContain(
    'Send exactly one of `the service` (the name in responses) and `days`.',
  );
  expect(components.schemas.UpdateScheduleInput.properties['the service'].description).toContain('Send at most one of');
});
