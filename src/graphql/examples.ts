import {
  contacts,
  customFields,
  deals,
  events,
  members,
  schedules,
  transactions,
  upcomingCalls,
  wonCalls,
  workspace,
} from './example-queries.ts';

/** An example query. GraphiQL shows each in a tab named after its operation. */
export interface Example {
  readonly query: string;
  readonly variables?: object;
  /** True if an API key cannot run it. */
  readonly needsSession?: boolean;
}

const introduction = `# Documentation: the book at the upper left.
# The line above the tabs shows the account in
# use. Press the play button to run this query.

`;

const signIn = `# Enter your email and password under Variables.
# All tabs are signed in from then on, until
# you run: mutation { signOut }

mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    userId
    workspaceId
  }
}
`;

const webhooks = `query Webhooks {
  webhooks {
    webhooks { id url kinds status }
  }
  webhookDeliveries(limit: 10) {
    deliveries {
      type
      status
      webhookId
      event { id timestamp data }
      attempts {
        sentAt
        responseStatus
        error
      }
    }
  }
}
`;

const calendars = `# Your connected calendars. Owners and admins
# see if those of other members can be read.

query Calendars {
  calendarConnections {
    name
    kind
    status
    problem
    member { firstName lastName }
    calendars { name countsAsBusy takesBookings }
  }
}
`;

const apiKeys = `# For owners and admins who are signed in:
# an API key cannot see keys.

query ApiKeys {
  apiKeys(limit: 10) {
    count
    apiKeys {
      name
      lastFour
      scopes
      status
      lastUsedAt
      member { firstName }
    }
  }
}
`;

const requests = `# For owners and admins who are signed in:
# find out why a request was rejected.

query Requests {
  requests(status: ["4xx", "5xx"], limit: 10) {
    requests {
      time
      method
      route
      status
      durationMs
      requestId
      errorCode
      errorMessage
      fieldErrors { path code }
      apiKeyName
      clientName
    }
    nextCursor
  }
}
`;

const createContact = `mutation CreateContact($input: CreateContactInput!) {
  createContact(input: $input) {
    created
    contact { id email status }
  }
}
`;

/** Fills in the demo's sign-in if there is a demo. */
export function examplesFor(demo?: { readonly ownerEmail: string; readonly ownerPassword: string }): Example[] {
  const credentials = { email: demo?.ownerEmail ?? 'you@example.com', password: demo?.ownerPassword ?? '' };
  const sales = [contacts, customFields, wonCalls, deals, transactions];
  const records = [workspace, members, schedules, events, ...sales, webhooks];
  return [
    { query: introduction + upcomingCalls },
    { query: signIn, variables: { input: credentials } },
    ...records.map((query) => ({ query })),
    ...[calendars, apiKeys, requests].map((query) => ({ query, needsSession: true })),
    { query: createContact, variables: { input: { email: 'ada@example.com', firstName: 'Ada' } } },
  ];
}
