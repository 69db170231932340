/**
 * The root fields that count records of each type, of whose changes they are read again less often. The source of a call or a deal
 * may be that of its contact, and the product of a call is that of its deal.
 */
export const countedRecords: Readonly<Record<string, readonly string[]>> = {
  contact: ['callNumbers', 'callReasons', 'leadNumbers', 'moneyNumbers'],
  event_call: ['callNumbers', 'callReasons', 'goals', 'leadNumbers', 'moneyNumbers'],
  deal: ['callNumbers', 'callReasons', 'goals', 'leadNumbers', 'moneyNumbers'],
  transaction: ['goals', 'moneyNumbers'],
};

/**
 * The root fields that show records of each type, as `/changes` names the types. A page that selects a record through another
 * shows it too: the record of a call has the name of its contact. `test/web/shown-records.test.ts` compares this with the documents.
 */
export const shownRecords: Readonly<Record<string, readonly string[]>> = {
  contact: [
    'contact',
    'contactBoard',
    'contactBoardValues',
    'contactMerges',
    'contactStory',
    'contacts',
    'deal',
    'dealBoard',
    'deals',
    'eventCall',
    'eventCalls',
    'possibleDuplicates',
  ],
  custom_field: ['contactBoard', 'contactStage', 'customField', 'customFields', 'event'],
  contact_note: ['contactStory'],
  deal: [
    'contactBoardValues',
    'contactStory',
    'contactValue',
    'deal',
    'dealBoard',
    'dealSums',
    'deals',
    'eventCall',
    'transactions',
  ],
  // Booked times are open no more.
  event_call: [
    'contact',
    'contactStory',
    'deal',
    'dealBoard',
    'deals',
    'eventCall',
    'eventCalls',
    'eventDates',
    'notifications',
    'whyUnavailable',
  ],
  connection: ['connection', 'connections', 'oauthClient', 'oauthClients'],
  transaction: ['contactStory', 'contactValue', 'deal', 'dealBoard', 'dealSums', 'deals', 'transactions'],
  webhook: ['webhook', 'webhookActivity', 'webhooks'],
};
