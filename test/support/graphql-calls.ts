import type { Answer, TestApp } from './app.ts';
import type { CallFilters } from './call-model.ts';

const argumentTypes: Record<keyof CallFilters, string> = {
  page: 'Int',
  limit: 'Int',
  eventType: 'EventType',
  dateFrom: 'DateOrDateTime',
  dateTo: 'DateOrDateTime',
  ids: '[Int!]',
  userIds: '[Int!]',
  eventIds: '[Int!]',
  outcomes: '[CallOutcome!]',
  types: '[EventCallStatusType!]',
  callTypes: '[CallType!]',
  inviteeEmails: '[String!]',
  search: 'String',
  setterIds: '[Int!]',
  contactId: 'Int',
  previewId: 'String',
  orderColumn: 'EventCallOrderColumn',
  orderBy: 'OrderBy',
};

/** Every field of a call, in the order of the REST record. */
const wholeCall = `
  id previewId eventId name linkPrefix callType status eventType dateTime endTime duration timeZone contactId
  inviteeName inviteeEmail phoneNumber userId closer { id firstName lastName email } setterId
  setter { id firstName lastName email } outcome noSaleReason objection notes cancelReason rescheduleReason
  location locationLink questions { statement type answer } secondaryAnswers { customFieldId identifier answer optionIds }
  utm { utmKey utmValue } createdAt updatedAt`;

/** A change to a call over GraphQL: the mutation with its input as a variable, and every field of the call. */
export function changeByGraphQL(app: TestApp, key: string, field: string, input: object): Promise<Answer> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input!`;
  const selection = field === 'setOutcome' ? `eventCall { ${wholeCall} } created` : wholeCall;
  return app.graphql(`mutation ($input: ${type}) { ${field}(input: $input) { ${selection} } }`, key, { input });
}

/** The list over GraphQL, with its arguments as variables. */
export function listByGraphQL(
  app: TestApp,
  key: string,
  filters: CallFilters | Record<string, unknown>,
): Promise<Answer> {
  const names = Object.keys(filters) as (keyof CallFilters)[];
  const variables = names.map((name) => `$${name}: ${argumentTypes[name]}`).join(', ');
  const args = names.map((name) => `${name}: $${name}`).join(', ');
  const [head, tail] = names.length ? [`query (${variables})`, `(${args})`] : ['query', ''];
  return app.graphql(`${head} { eventCalls${tail} { eventCalls { ${wholeCall} } count } }`, key, filters);
}

/** A query that declares every argument as a variable. */
export function queryOfEveryArgument(selection: string): string {
  const entries = Object.entries(argumentTypes);
  return `query (${entries.map(([name, type]) => `$${name}: ${type}`)}) {
    eventCalls(${entries.map(([name]) => `${name}: $${name}`)}) { ${selection} }
  }`;
}
