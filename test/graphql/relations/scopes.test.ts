import { getNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createDemoWorkspace } from '#src/demo/demo-workspace.ts';
import { recordPolicies } from '#src/domain/principal/policy.ts';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import {
  nodesAt,
  objectTypes,
  pathOf,
  type Relation,
  recordRoots,
  relations,
  wholeRecord,
} from '../../support/relations.ts';
import { roomyLimiter } from '../../support/roomy-limiter.ts';
import { withTimeOff } from '../../support/schedules.ts';

const app = await useApp({ limiter: roomyLimiter() });
await createDemoWorkspace(app.context);
const [owner] = (await app.sql<Member>(`SELECT "workspaceId", "userId" FROM "Membership" WHERE "role" = 'OWNER'`)) as [
  Member,
];
await withTimeOff(app, owner);

const accessTo = (type: string) => recordRoots[type]?.access ?? 'signedIn';

/** The credential with all that an owner may have, but for what this type needs. */
function credentialWithout(type: string): Promise<string> {
  const access = accessTo(type);
  // Of the Developer area no key has any; a session has everything else.
  return app.apiKey(owner, { scopes: allScopes.filter((scope) => scope !== access) });
}

function ask({ from, field, to }: Relation, inner = wholeRecord(to)): string {
  return `{ ${recordRoots[from]?.root(`${field} { ${inner} }`).replace('(limit: 100)', '(limit: 3)')} }`;
}

/** No key reaches these at all. */
const sessionsOnly = new Set(['developerArea', 'person']);

const guarded = relations.filter(
  ({ from, to }) => accessTo(to) !== accessTo(from) && !sessionsOnly.has(accessTo(from)),
);

describe('a relation is refused to a credential that lacks the scope of what it leads to', () => {
  test.each(guarded)('$field of $from', async (relation) => {
    const { body } = await app.graphql(ask(relation), await credentialWithout(relation.to));
    const access = accessTo(relation.to);
    const refusal = access === 'developerArea' ? { code: 'FORBIDDEN' } : { code: 'INSUFFICIENT_SCOPE', scope: access };
    expect(body.errors.length).toBeGreaterThan(0);
    for (const { extensions, path } of body.errors) {
      expect(extensions).toMatchObject(refusal);
      expect(path.at(-1)).toBe(relation.field);
    }
    expect(nodesAt(body.data, ...pathOf(relation.from), relation.field)).toEqual([]);
  });

  test.each(guarded.filter(({ to }) => accessTo(to) !== 'developerArea'))(
    '$field of $from is returned to a credential that has both',
    async (relation) => {
      const scopes = allScopes.filter((scope) => scope === accessTo(relation.from) || scope === accessTo(relation.to));
      const { body } = await app.graphql(ask(relation), await app.apiKey(owner, { scopes }));
      expect(body.errors).toBeUndefined();
    },
  );
});

/** The parts that a record embeds, in `/v1` and in GraphQL, under the record's own scope. */
const partsOfRecords = new Set([
  'ApiRequest.fieldErrors RequestFieldError',
  'Connection.app ConnectedApp',
  'Connection.workspace Workspace',
  'OAuthClient.usage OAuthClientUsage',
  'OAuthClientUsage.members OAuthClientMember',
  'Schedule.days AvailabilityDay',
  'AvailabilityDay.timings AvailabilityTiming',
  'ScheduleOverride.timings AvailabilityTiming',
  'Contact.utm Utm',
  'CustomField.configuration CustomFieldConfiguration',
  'CustomField.options CustomFieldOption',
  'AccentShades.light SchemeShades',
  'AccentShades.dark SchemeShades',
  'CustomField.usage CustomFieldUsage',
  'CustomFieldUsage.events CustomFieldEvent',
  'CustomFieldUsage.options CustomFieldOptionUsage',
  'Event.disqualificationRules DisqualificationRule',
  'Event.hosts EventHost',
  'Event.reminders EventReminder',
  'Event.inviteeQuestions InviteeQuestion',
  'Event.secondaryQuestions SecondaryQuestion',
  'CalendarConnection.calendars Calendar',
  'EventCall.questions CallQuestion',
  'EventCall.secondaryAnswers CallSecondaryAnswer',
  'EventCall.utm Utm',
  'EventCallChange.actor EventCallActor',
  'EventCallChange.host EventCallHost',
  'EventCallChange.hostBefore EventCallHost',
  'WebhookAttempt.headers WebhookHeader',
  'WebhookDelivery.attempts WebhookAttempt',
  'Workspace.accentShades AccentShades',
  'Workspace.mailTexts MailText',
  'Workspace.stageRules StageRule',
  // They are deals that the caller sees, of which a field of the transaction says no more than why.
  'Transaction.proposals ProposedDeal',
]);

interface Edge {
  readonly from: string;
  readonly field: string;
  readonly to: string;
}

/** Every field that leads from one type of objects to another. */
function edges(): Edge[] {
  const objects = new Set(objectTypes().map(({ name }) => name));
  return objectTypes()
    .flatMap(({ name: from, fields }) =>
      fields.map(({ name: field, type }) => ({ from, field, to: getNamedType(type).name })),
    )
    .filter(({ to }) => objects.has(to));
}

const isRecord = (type: string) => Object.hasOwn(recordPolicies, type);
const isRoot = (type: string) => type === 'Query' || type === 'Mutation';

test('there is no other way from one type to another than these parts, the relations and the root fields', () => {
  const all = edges();
  // What only a root field gives, as a page or a payload, stands behind that field's scope.
  const isWrapper = (type: string): boolean =>
    !recordRoots[type] &&
    !isRecord(type) &&
    all.every(({ from, to }) => to !== type || isRoot(from) || isWrapper(from));
  const isKnown = ({ from, field, to }: Edge) =>
    partsOfRecords.has(`${from}.${field} ${to}`) ||
    relations.some((each) => each.from === from && each.field === field);
  const others = all.filter((edge) => !isRoot(edge.from) && !isWrapper(edge.from) && !isKnown(edge));
  expect(others).toEqual([]);
  expect(all.filter(({ from }) => isWrapper(from)).length).toBeGreaterThan(8);
});
