import { type Actor, actorKinds, historyKinds } from '#src/domain/event-calls/call-history.ts';
import { builder, enumType } from '../builder.ts';
import { caller, type GraphQLContext } from '../context.ts';
import type { RelationTarget } from '../relations/relation-target.ts';
import { changeNames } from './change-names.ts';
import { SetOutcomeEnum } from './types.ts';

const ChangeKindEnum = enumType(
  'EventCallChangeKind',
  historyKinds,
  'What happened to a call. MOVED: it was moved to another time, possibly with another host. REASSIGNED: it was given to another host at the same time. OUTCOME_SET: its outcome was set, replaced or removed.',
);
const ActorKindEnum = enumType(
  'ActorKind',
  actorKinds,
  'Who changed a call. INVITEE: on the booking pages, or through an application that books for invitees. MEMBER: a member with a session. API_KEY and APP: on behalf of a member. OPERATOR: a command on the server.',
);

export const ActorType = builder.objectRef<Actor>('EventCallActor').implement({
  description: 'Who changed a call.',
  fields: (t) => ({
    kind: t.expose('actorKind', { type: ActorKindEnum, description: 'Kind of the actor.' }),
    userId: t.exposeInt('actorId', {
      nullable: true,
      description:
        'User id of the member, including when an API key or an app acts on their behalf; null for invitees and operators.',
    }),
    name: t.string({
      nullable: true,
      description: 'First and last name of that member; also null if the account was deleted.',
      resolve: async ({ actorId }, _, context) => memberName(context, actorId),
    }),
    apiKeyId: t.exposeInt('apiKeyId', { nullable: true, description: 'Id of the API key; null if none was used.' }),
    clientId: t.exposeString('clientId', {
      nullable: true,
      description: 'Client id of the app: `ocl_…`; null if none was used.',
    }),
    credentialName: t.string({
      nullable: true,
      description: 'Name of the API key or app; null if none was used, or it was deleted.',
      resolve: async ({ apiKeyId, clientId }, _, context) => {
        if (apiKeyId !== null) return (await changeNames(context, { apiKeyId })).apiKeys.get(apiKeyId) ?? null;
        return clientId === null ? null : ((await changeNames(context, { clientId })).clients.get(clientId) ?? null);
      },
    }),
  }),
});

export const HostType = builder.objectRef<{ readonly userId: number }>('EventCallHost').implement({
  description: 'The host of a call before or after a change.',
  fields: (t) => ({
    userId: t.exposeInt('userId', { description: 'User id.' }),
    name: t.string({
      nullable: true,
      description: 'First and last name; null if the account was deleted.',
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
    'A change to a call: what happened, when and by whom. Values that changed have a value before and after; both are null if the value did not change.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Id of the change. Later changes of a call have higher ids.' }),
    kind: t.expose('kind', { type: ChangeKindEnum, description: 'What happened.' }),
    actor: t.field({ type: ActorType, description: 'Who changed the call.', resolve: (change) => change }),
    dateTimeBefore: t.expose('dateTimeBefore', {
      type: 'DateTime',
      nullable: true,
      description: 'Previous start; null if the time did not change.',
    }),
    dateTime: t.expose('dateTime', {
      type: 'DateTime',
      nullable: true,
      description: 'New start; null if the time did not change.',
    }),
    hostBefore: t.field({
      type: HostType,
      nullable: true,
      description: 'Previous host; null if the host did not change.',
      resolve: ({ userIdBefore }) => hostOf(userIdBefore),
    }),
    host: t.field({
      type: HostType,
      nullable: true,
      description: 'New host; null if the host did not change.',
      resolve: ({ userId }) => hostOf(userId),
    }),
    outcomeBefore: t.expose('outcomeBefore', {
      type: SetOutcomeEnum,
      nullable: true,
      description: 'Previous outcome; null if there was none, or it did not change.',
    }),
    outcome: t.expose('outcome', {
      type: SetOutcomeEnum,
      nullable: true,
      description: 'New outcome; null if it was removed (rescheduling removes it), or did not change.',
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Reason for rescheduling or cancelling, as entered; null if none was entered, or the contact was erased.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the change was made.' }),
  }),
});

export const eventCallChangeTarget: RelationTarget = {
  type: EventCallChangeType,
  record: 'EventCallChange',
  model: 'eventCallChange',
  orderBy: [{ id: 'desc' }],
};
