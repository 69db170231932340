import { beforeEach, describe, expect, test } from 'vitest';
import { type Body, useApp } from '../../support/app.ts';
import { customField } from '../../support/custom-fields.ts';
import { type EventsPlace, eventsPlace, usernameOf } from '../../support/events.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let fixture: EventsPlace;
const app = await useApp();
beforeEach(async () => {
  fixture = await eventsPlace(app);
});

const detail = async (id: number) => {
  const { body } = await app.get(`/v1/events/detail?eventId=${id}`, fixture.key);
  const { customFieldAnswers: _, ...event } = body.data;
  return event;
};

test('createEvent stores all that the input has, and returns what GET /v1/events/detail returns', async () => {
  const { owner, scheduleId, username } = fixture;
  const cleo = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Cleo', lastName: 'Hart' });
  await app.schedule(cleo, { isDefault: true });
  const evenings = await app.schedule(cleo);
  const budget = await customField(app, owner.workspaceId, { identifier: 'budget', inputType: 'NUMBER' });
  const source = await customField(app, owner.workspaceId, { identifier: 'source', type: 'CALL' });
  const scalars = {
    ...{ name: 'Growth review', description: 'Where are\nyou now?', linkPrefix: `${username}/growth-review-2` },
    ...{ callType: 'DISCOVERY_EVENT', duration: 45, slotInterval: 15, bufferBefore: 5, bufferAfter: 10 },
    ...{ minimumNotice: 120, bookingWindow: 30, dailyLimit: 4, maxUpcomingPerInvitee: 5 },
    ...{ sendsMail: false, reminders: [{ minutesBefore: 43_200, recipient: 'HOST' }] },
    ...{ location: 'CUSTOM', locationLink: 'Room 7' },
    ...{ disqualifiesLeads: true, status: 'DEACTIVATED' },
    ...{ bookingFlow: 'FORM_FIRST', isListed: false, bookedStatus: 'QUALIFIED' },
    ...{ disqualifiedMessage: 'Not now.\nSorry.', disqualifiedUrl: 'https://example.com/later?a=b#c' },
    ...{ redirectUrl: 'http://example.com/thanks', redirectAnswers: ['EMAIL', 'budget', 'source'] },
  };
  const event = await fixture.made({
    ...scalars,
    hosts: [{ userId: owner.userId }, { userId: cleo.userId, scheduleId: evenings, priority: 7 }],
    inviteeQuestions: [
      { statement: 'Who are you?', type: 'NAME' },
      { statement: 'And at work?', type: 'NAME', required: false },
    ],
    secondaryQuestions: [{ identifier: 'source', required: true }, { customFieldId: budget }],
    disqualificationRules: [
      { kind: 'ANSWER', identifier: 'source', operator: 'CONTAINS', values: ['(a+)+$'] },
      { kind: 'ANSWER', customFieldId: budget, operator: 'EQUALS', values: ['0', '1'] },
      { kind: 'ANSWER', questionType: 'NAME', operator: 'EQUALS', values: ['Test'] },
      { kind: 'PHONE_COUNTRY', values: ['NG', 'US'] },
      { kind: 'EMAIL_DOMAIN', values: ['example.com', 'Rival.example'] },
      { kind: 'FREE_EMAIL' },
    ],
  });
  const none = { questionType: null, customFieldId: null, operator: null };
  expect(event).toEqual({
    ...scalars,
    disqualificationRules: [
      { ...none, kind: 'ANSWER', customFieldId: source, operator: 'CONTAINS', values: ['(a+)+$'] },
      { ...none, kind: 'ANSWER', customFieldId: budget, operator: 'EQUALS', values: ['0', '1'] },
      { ...none, kind: 'ANSWER', questionType: 'NAME', operator: 'EQUALS', values: ['Test'] },
      { ...none, kind: 'PHONE_COUNTRY', values: ['NG', 'US'] },
      { ...none, kind: 'EMAIL_DOMAIN', values: ['example.com', 'Rival.example'] },
      { ...none, kind: 'FREE_EMAIL', values: [] },
    ],
    id: expect.any(Number),
    bookingUrl: `http://app.test/e/${event.linkPrefix}`,
    qrCodeUrl: `http://app.test/e/${event.linkPrefix}/qr.svg`,
    eventType: 'DISCOVERY_EVENT',
    hosts: [
      expect.objectContaining({ userId: cleo.userId, firstName: 'Cleo', priority: 7, scheduleId: evenings }),
      expect.objectContaining({ userId: owner.userId, firstName: 'Ada', priority: 0, scheduleId }),
    ],
    inviteeQuestions: [
      { id: expect.any(Number), statement: 'Who are you?', type: 'NAME', required: true, displayIndex: 0 },
      { id: expect.any(Number), statement: 'And at work?', type: 'NAME', required: false, displayIndex: 1 },
    ],
    secondaryQuestions: [
      {
        customFieldId: source,
        identifier: 'source',
        name: 'source',
        inputType: 'TEXT',
        required: true,
        displayIndex: 0,
      },
      {
        ...{ customFieldId: budget, identifier: 'budget', name: 'budget', inputType: 'NUMBER' },
        ...{ required: false, displayIndex: 1 },
      },
    ],
    createdAt: expect.any(String),
    updatedAt: event.createdAt,
  });
  expect(await detail(event.id)).toEqual(event);
  expect(await eventsOf(app, owner.workspaceId)).toEqual([]);
});

test('createEvent fills in what the input leaves out', async () => {
  const { owner, username } = fixture;
  expect(await fixture.made()).toMatchObject({
    ...{ name: 'Intro', description: null, linkPrefix: `${username}/intro`, duration: 30, slotInterval: null },
    ...{ bufferBefore: 0, bufferAfter: 0, minimumNotice: 0, bookingWindow: 60, dailyLimit: null },
    ...{
      maxUpcomingPerInvitee: 3,
      sendsMail: true,
      reminders: [
        { minutesBefore: 1_440, recipient: 'INVITEE' },
        { minutesBefore: 60, recipient: 'INVITEE' },
      ],
      location: 'PHONE_CALL',
      locationLink: null,
      disqualifiesLeads: false,
      ...{ bookingFlow: 'TIME_FIRST', isListed: true, bookedStatus: null, disqualificationRules: [] },
      ...{ disqualifiedMessage: null, disqualifiedUrl: null, redirectUrl: null, redirectAnswers: [] },
      status: 'ACTIVATED',
    },
    hosts: [{ userId: owner.userId, priority: 0, scheduleId: fixture.scheduleId }],
    inviteeQuestions: [
      { statement: 'What is your name?', type: 'NAME', required: true, displayIndex: 0 },
      { statement: 'What is your email address?', type: 'EMAIL', required: true, displayIndex: 1 },
    ],
    secondaryQuestions: [],
  });
});

test('createEvent takes null for no limit, and an empty list for no questions', async () => {
  const none = { description: null, slotInterval: null, bookingWindow: null, dailyLimit: null, locationLink: null };
  const event = await fixture.made({ ...none, inviteeQuestions: [], secondaryQuestions: [] });
  expect(event).toMatchObject({ ...none, inviteeQuestions: [], secondaryQuestions: [] });
});

describe('createEvent accepts the bounds of', () => {
  test.each([
    {
      duration: 1,
      slotInterval: 1,
      bufferBefore: 0,
      bufferAfter: 0,
      minimumNotice: 0,
      bookingWindow: 0,
      dailyLimit: 1,
      maxUpcomingPerInvitee: 1,
      reminders: [],
    },
    {
      ...{ duration: 1_440, slotInterval: 1_440, bufferBefore: 1_440, bufferAfter: 1_440 },
      ...{ minimumNotice: 525_600, bookingWindow: 3_650, dailyLimit: 1_000, maxUpcomingPerInvitee: 100 },
      reminders: Array.from({ length: 10 }, (_, index) => ({ minutesBefore: index + 1, recipient: 'INVITEE' })),
    },
    { name: 'x'.repeat(255), description: 'x'.repeat(5_000), locationLink: 'x'.repeat(2_048), location: 'IN_PERSON' },
    { name: '<script>alert(1)</script> "\' 🎉', description: '', locationLink: '', location: 'PHONE_CALL' },
  ])('%j', async (input) => {
    expect(await fixture.made(input)).toMatchObject(input);
  });

  test('lists: 200 hosts, 20 invitee questions of one type, 50 custom fields', async () => {
    const { workspaceId } = fixture.owner;
    const hosts: Body[] = [];
    const secondaryQuestions: Body[] = [];
    for (let place = 0; place < 200; place++) {
      const member = await app.member(workspaceId, place % 2 ? 'SETTER' : 'ADMIN');
      hosts.push({ userId: member.userId, scheduleId: await scheduleOf(member.userId), priority: place * 5 });
    }
    for (let place = 0; place < 50; place++) {
      const customFieldId = await customField(app, workspaceId, { identifier: `field-${place}`, hidden: place === 7 });
      secondaryQuestions.unshift({ customFieldId });
    }
    const inviteeQuestions = Array.from({ length: 20 }, (_, place) => ({
      statement: `${place}`.repeat(250),
      type: 'PHONE_NO',
    }));
    const event = await fixture.made({ hosts, inviteeQuestions, secondaryQuestions });
    expect(event.hosts.map(({ userId }: Body) => userId)).toEqual(hosts.map(({ userId }) => userId).reverse());
    expect(event.inviteeQuestions).toMatchObject(inviteeQuestions);
    expect(event.secondaryQuestions).toMatchObject(secondaryQuestions);
  });

  async function scheduleOf(userId: number): Promise<number> {
    const row = { workspaceId: fixture.owner.workspaceId, userId, name: 'Office', timeZone: 'UTC' };
    return (await app.insert('Schedule', row)).id;
  }
});

describe('the link that createEvent makes', () => {
  test('is the username and the name, with the first free number behind it', async () => {
    const links = [];
    for (const name of ['Größe & Preis', 'Größe & Preis!', 'Grosse Preis', '日本語', '!?']) {
      links.push((await fixture.made({ name })).linkPrefix);
    }
    const { username } = fixture;
    expect(links).toEqual([
      ...[`${username}/grosse-preis`, `${username}/grosse-preis-2`, `${username}/grosse-preis-3`],
      ...[`${username}/ri-ben-yu`, `${username}/event`],
    ]);
  });

  test('is that of the caller, not of the host', async () => {
    const admin = await app.member(fixture.owner.workspaceId, 'ADMIN');
    const { body } = await fixture.create({}, await app.apiKey(admin));
    expect(body.data.createEvent.event.linkPrefix).toBe(`${await usernameOf(app, admin)}/intro`);
  });

  test('leaves the link of another workspace alone, and takes that of a deleted event', async () => {
    const { owner, username } = fixture;
    const elsewhere = await eventsPlace(app);
    await app.insert('Membership', { ...elsewhere.owner, userId: owner.userId, role: 'ADMIN' });
    await elsewhere.made({ linkPrefix: `${username}/intro` });
    const event = await fixture.made();
    expect(event.linkPrefix).toBe(`${username}/intro-2`);
    await fixture.remove({ id: event.id });
    expect((await fixture.made()).linkPrefix).toBe(`${username}/intro-2`);
  });

  test('has room for the longest name', async () => {
    const links = [];
    for (let turn = 0; turn < 2; turn++) links.push((await fixture.made({ name: 'é'.repeat(255) })).linkPrefix);
    expect(links).toEqual(['', '-2'].map((end) => `${fixture.username}/${'e'.repeat(180)}${end}`));
  });
});

test('a link may begin with the username of any member, and two names may be the same', async () => {
  const closer = await app.member(fixture.owner.workspaceId, 'CLOSER');
  const linkPrefix = `${await usernameOf(app, closer)}/a-1-b`;
  expect(await fixture.made({ linkPrefix })).toMatchObject({ name: 'Intro', linkPrefix });
  expect((await fixture.made()).name).toBe('Intro');
});

test('a CONTACT field comes before a CALL field with the same identifier', async () => {
  const { workspaceId } = fixture.owner;
  const onCall = await customField(app, workspaceId, { identifier: 'source', type: 'CALL' });
  const named = async () =>
    (await fixture.made({ secondaryQuestions: [{ identifier: 'source' }] })).secondaryQuestions[0].customFieldId;
  await customField(app, workspaceId, { identifier: 'source', type: 'DEAL' });
  expect(await named()).toBe(onCall);
  const onContact = await customField(app, workspaceId, { identifier: 'source' });
  expect(await named()).toBe(onContact);
});
