import { type Actor, actorKinds, type HistoryEntry, historyKinds } from '#src/domain/event-calls/call-history.ts';
import { builder, enumType } from '../builder.ts';
import { caller, type GraphQLContext } from '../context.ts';
import type { RelationTarget } from '../relations/relation-target.ts';
import { changeNames } from './change-names.ts';
import { SetOutcomeEnum } from './types.ts';

const ChangeKindEnum = enumType(
  'EventCallChangeKind',
  historyKinds,
  'What happened to a call. MOVED: to another time, by then perhaps with another host. REASSIGNED: to another host, at its time. OUTCOME_SET: set, replaced or taken back.',
);
const ActorKindEnum = enumType(
  'ActorKind',
  actorKinds,
  'Who changed a call. INVITEE: on the booking pages, or by an application that books for invitees. MEMBER: with a session. API_KEY and APP: as a member. OPERATOR: by a command on the server.',
);

/** A row of the history, as Prisma reads it. */
type ChangeRow = Actor & Omit<HistoryEntry, 'dateTime' | 'dateTimeBefore'>;

const ActorType = builder.objectRef<ChangeRow>('EventCallActor').implement({
  description: 'Who changed a call.',
  fields: (t) => ({
    kind: t.expose('actorKind', { type: ActorKindEnum, description: 'What they are.' }),
    userId: t.exposeInt('actorId', {
      nullable: true,
      description:
        'User id of the member, also where an API key or an app acts as them; null of invitees and operators.',
    }),
    name: t.string({
      nullable: true,
      description: 'First and last name of that member; null also where the account was deleted.',
      resolve: async ({ actorId }, _, context) => memberName(context, actorId),
    }),
    apiKeyId: t.exposeInt('apiKeyId', { nullable: true, description: 'Id of the API key; null where none was used.' }),
    clientId: t.exposeString('clientId', {
      nullable: true,
      description: 'Client id of the app: `ocl_…`; null where none was used.',
    }),
    credentialName: t.string({
      nullable: true,
      description: 'Name of the API key or the app; null where none was used, and where it was deleted.',
      resolve: async ({ apiKeyId, clientId }, _, context) => {
        if (apiKeyId !== null) return (await changeNames(context, { apiKeyId })).apiKeys.get(apiKeyId) ?? null;
        return clientId === null ? null : ((await changeNames(context, { clientId })).clients.get(clientId) ?? null);
      },
    }),
  }),
});

const HostType = builder.objectRef<{ readonly userId: number }>('EventCallHost').implement({
  description: 'The host of a call before or after a change.',
  fields: (t) => ({
    userId: t.exposeInt('userId', { description: 'User id.' }),
    name: t.string({
      nullable: true,
      description: 'First and last name; null where the account was deleted.',
      resolve: async ({ userId }, _, context) => memberName(context, userId),
    }),
  }),
});

async function memberName(context: GraphQLContext, memberId: number | null): Promise<string | null> {
  return memberId === null ? null : ((await changeNames(context, { memberId })).members.get(memberId) ?? null);
}

const hostOf = (userId: number | null) => (userId === null ? null : { userId });

const EventCallChangeType = builder.prismaObject('EventCallChange', {
  findUnique: ({ eventCallId, id }, context) => ({
    workspaceId_eventCallId_id: { workspaceId: caller(context).principal.workspaceId, eventCallId, id },
  }),
  description:
    'A change of a call: what happened, when and by whom. What changed has a value before and after; both are null where it stayed as it was.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Id of the change; later changes of a call have higher ids.' }),
    kind: t.expose('kind', { type: ChangeKindEnum, description: 'What happened.' }),
    actor: t.field({ type: ActorType, description: 'Who changed the call.', resolve: (change) => change }),
    dateTimeBefore: t.expose('dateTimeBefore', {
      type: 'DateTime',
      nullable: true,
      description: 'Start before; null where the call was not moved.',
    }),
    dateTime: t.expose('dateTime', {
      type: 'DateTime',
      nullable: true,
      description: 'Start after; null where the call was not moved.',
    }),
    hostBefore: t.field({
      type: HostType,
      nullable: true,
      description: 'Host before; null where the host stayed.',
      resolve: ({ userIdBefore }) => hostOf(userIdBefore),
    }),
    host: t.field({
      type: HostType,
      nullable: true,
      description: 'Host after; null where the host stayed.',
      resolve: ({ userId }) => hostOf(userId),
    }),
    outcomeBefore: t.expose('outcomeBefore', {
      type: SetOutcomeEnum,
      nullable: true,
      description: 'Outcome before; null where there was none, and where it stayed.',
    }),
    outcome: t.expose('outcome', {
      type: SetOutcomeEnum,
      nullable: true,
      description: 'Outcome after; null where it was taken back, as a move does, and where it stayed.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it was moved or cancelled, as typed; null where nothing was, and once the contact is erased.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was changed.' }),
  }),
});

export const eventCallChangeTarget: RelationTarget = {
  type: EventCallChangeType,
  record: 'EventCallChange',
  model: 'eventCallChange',
  orderBy: [{ id: 'desc' }],
};
