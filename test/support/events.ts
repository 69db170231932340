import type { Answer, Body, TestApp } from './app.ts';
import { detailsWith } from './errors.ts';
import type { Factories, Member } from './factories.ts';

const person = 'userId firstName lastName email priority scheduleId';
const question = 'id statement type required displayIndex';
const rule = 'kind questionType customFieldId operator values';
const secondary = 'customFieldId identifier name inputType required displayIndex';

/** Every field of an event that is no relation, in the order of `/v1`. */
export const eventFields = `id name description linkPrefix bookingUrl qrCodeUrl eventType callType duration slotInterval bufferBefore bufferAfter
  minimumNotice bookingWindow dailyLimit maxUpcomingPerInvitee sendsMail reminders { minutesBefore recipient }
  location locationLink disqualifiesLeads bookingFlow isListed bookedStatus
  disqualificationRules { ${rule} } disqualifiedMessage disqualifiedUrl redirectUrl redirectAnswers status hosts { ${person} }
  inviteeQuestions { ${question} } secondaryQuestions { ${secondary} } createdAt updatedAt`;

type Send = (input: object, credential?: string) => Promise<Answer>;

export interface EventsPlace {
  readonly owner: Member;
  readonly key: string;
  /** The username of the owner. */
  readonly username: string;
  /** The owner's default schedule. */
  readonly scheduleId: number;
  /** Creates an event; what the input leaves out is that of a plain event with the owner as its host. */
  readonly create: Send;
  readonly update: Send;
  readonly remove: Send;
  /** Creates an event, which must succeed. */
  made(input?: object): Promise<Body>;
  /** Changes an event, which must succeed. */
  updated(input: object): Promise<Body>;
}

/** A new workspace with a member who may write its events, and has a schedule. */
export async function eventsPlace(app: TestApp): Promise<EventsPlace> {
  const owner = await app.workspace();
  const key = await app.apiKey(owner, { scopes: ['events:read', 'events:write'] });
  const scheduleId = await app.schedule(owner, { isDefault: true });
  const send =
    (name: string): Send =>
    (input, credential = key) => {
      const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
      const document = `mutation ($input: ${type}!) { ${name}(input: $input) { event { ${eventFields} } } }`;
      return app.graphql(document, credential, { input });
    };
  const plain = { name: 'Intro', callType: 'STRATEGY_EVENT', duration: 30, hosts: [{ userId: owner.userId }] };
  const create: Send = (input, credential) => send('createEvent')({ ...plain, ...input }, credential);
  const update = send('updateEvent');
  return {
    ...{ owner, key, scheduleId, username: await usernameOf(app, owner) },
    ...{ create, update, remove: send('deleteEvent') },
    made: async (input = {}) => (await create(input)).body.data.createEvent.event,
    updated: async (input) => (await update(input)).body.data.updateEvent.event,
  };
}

export async function usernameOf(app: Factories, { userId }: Member): Promise<string> {
  const [user] = await app.sql<{ username: string }>('SELECT "username" FROM "User" WHERE "id" = $1', [userId]);
  return user?.username as string;
}

/** The rows of a workspace's events, hosts and questions, and of what is sent about them. */
export function eventRows(app: Factories, { workspaceId }: Member): Promise<object[]> {
  return app.sql(
    `SELECT to_jsonb(e) AS "row" FROM "Event" e WHERE "workspaceId" = $1
    UNION ALL SELECT to_jsonb(h) FROM "EventHost" h WHERE "workspaceId" = $1
    UNION ALL SELECT to_jsonb(q) FROM "InviteeQuestion" q WHERE "workspaceId" = $1
    UNION ALL SELECT to_jsonb(s) FROM "EventSecondaryQuestion" s WHERE "workspaceId" = $1
    UNION ALL SELECT to_jsonb(w) FROM "WebhookEvent" w WHERE "workspaceId" = $1 ORDER BY 1`,
    [workspaceId],
  );
}

/** Status and details of a refused mutation. */
export function refusalOf({ status, body }: Answer): object {
  const [{ extensions, message }] = body.errors;
  const { code, details } = extensions;
  return details ? { status, code, ...details } : { status, code, message };
}

export function invalidField(field: string, ...messages: string[]): object {
  return { status: 400, code: 'VALIDATION_FAILED', ...detailsWith({ fieldErrors: { [field]: messages } }) };
}
