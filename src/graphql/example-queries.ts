// The GraphiQL tabs that read records.

export const upcomingCalls = `query UpcomingCalls {
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

export const workspace = `query Workspace {
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

export const members = `# Records are related in both directions.

query Members {
  users(limit: 10) {
    count
    users {
      firstName
      role
      timeZone
      hostedEvents { name }
      customFieldAnswers { name answer }
      timeOff { startTime endTime }
      closerCalls(limit: 2) {
        dateTime
        contact { firstName email }
      }
    }
  }
}
`;

export const schedules = `query Schedules {
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

export const events = `query Events {
  events(status: [ACTIVATED]) {
    count
    events {
      name
      linkPrefix
      callType
      duration
      hosts { firstName priority }
      inviteeQuestions { statement type required }
      customFieldAnswers { name answer }
      secondaryQuestions { name inputType }
      eventCalls(limit: 2) {
        dateTime
        inviteeName
        changes(limit: 5) { kind createdAt actor { kind name } }
        notifications { kind status sentAt }
        calendarEntry { status writtenAt }
      }
    }
  }
}
`;

export const contacts = `query Contacts {
  contacts(limit: 10) {
    count
    contacts {
      firstName
      lastName
      email
      status
      customFieldAnswers { name answer }
      notes { text createdAt author { firstName } }
      eventCalls { dateTime name outcome }
      deals { value currency customFieldAnswers { name answer } }
    }
  }
}
`;

export const wonCalls = `query WonCalls {
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

export const customFields = `query CustomFields {
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

export const deals = `query Deals {
  deals(limit: 10) {
    count
    deals {
      time
      value
      currency
      transactionType
      productName
      product { name price currency }
      contact { firstName lastName }
      closerMember { firstName }
      eventCall { name dateTime }
    }
  }
}
`;

export const transactions = `query Transactions {
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
