/** A query to begin with. GraphiQL shows each in a tab that is called as its operation. */
export interface Example {
  readonly query: string;
  readonly variables?: object;
  /** Whether an API key cannot run it. */
  readonly needsSession?: boolean;
}

const introduction = `# Documentation: the book at the upper left.
# The line above the tabs says as whom a query
# runs. Press the play button to run this one.

`;

const upcomingCalls = `query UpcomingCalls {
  eventCalls(
    eventType: UPCOMING
    orderBy: asc
    limit: 5
  ) {
    count
    eventCalls {
      dateTime
      name
      inviteeName
      closer { firstName lastName }
      outcome
    }
  }
}
`;

const signIn = `# Give e-mail and password under Variables.
# All tabs are signed in from then on, until
# you run: mutation { signOut }

mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    userId
    workspaceId
  }
}
`;

const workspace = `query Workspace {
  viewer {
    role
    scopes
  }
  workspace {
    name
    plan
    timeZone
    members(limit: 10) {
      firstName
      lastName
      role
    }
    events { name linkPrefix status }
  }
}
`;

const members = `# From everything there are ways further.

query Members {
  users(limit: 10) {
    count
    users {
      firstName
      role
      timeZone
      hostedEvents { name }
      timeOff { startTime endTime }
      closerCalls(limit: 2) {
        dateTime
        contact { firstName email }
      }
    }
  }
}
`;

const schedules = `query Schedules {
  userAvailabilities {
    name
    timeZone
    isDefault
    member { firstName lastName }
    days {
      name
      timings { startTime endTime }
    }
    overrides { date timings { startTime endTime } }
    events { name }
  }
}
`;

const events = `query Events {
  events(status: [ACTIVATED]) {
    count
    events {
      name
      linkPrefix
      callType
      duration
      hosts { firstName priority }
      inviteeQuestions { statement type required }
      secondaryQuestions { name inputType }
      eventCalls(limit: 2) { dateTime inviteeName }
    }
  }
}
`;

const contacts = `query Contacts {
  contacts(limit: 10) {
    count
    contacts {
      firstName
      lastName
      email
      status
      customFieldAnswers { name answer }
      eventCalls { dateTime name outcome }
      deals { value currency }
    }
  }
}
`;

const wonCalls = `query WonCalls {
  eventCalls(outcomes: [WON], limit: 10) {
    count
    eventCalls {
      dateTime
      closer { firstName }
      contact { firstName email country }
      questions { statement answer }
      secondaryAnswers { identifier answer }
      deals {
        value
        currency
        transactions { value time source }
      }
    }
  }
}
`;

const customFields = `query CustomFields {
  customFields(objectType: CONTACT, limit: 10) {
    count
    data {
      name
      identifier
      inputType
      options { name isArchived }
      askingEvents { name }
    }
  }
}
`;

const deals = `query Deals {
  deals(limit: 10) {
    count
    deals {
      time
      value
      currency
      transactionType
      productName
      contact { firstName lastName }
      closerMember { firstName }
      eventCall { name dateTime }
    }
  }
}
`;

const transactions = `query Transactions {
  transactions(limit: 10) {
    count
    transactions {
      time
      value
      currency
      source
      deal { productName value }
      contact { email }
    }
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

const createContact = `mutation CreateContact($input: CreateContactInput!) {
  createContact(input: $input) {
    created
    contact { id email status }
  }
}
`;

/** With a demo, its sign-in is filled in. */
export function examplesFor(demo?: { readonly ownerEmail: string; readonly ownerPassword: string }): Example[] {
  const credentials = { email: demo?.ownerEmail ?? 'you@example.com', password: demo?.ownerPassword ?? '' };
  const sales = [contacts, customFields, wonCalls, deals, transactions];
  const records = [workspace, members, schedules, events, ...sales, webhooks];
  return [
    { query: introduction + upcomingCalls },
    { query: signIn, variables: { input: credentials } },
    ...records.map((query) => ({ query })),
    { query: apiKeys, needsSession: true },
    { query: createContact, variables: { input: { email: 'ada@example.com', firstName: 'Ada' } } },
  ];
}
