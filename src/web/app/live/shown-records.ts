/**
 * The root fields that show records of each type, as `/changes` names the types. A page that selects a record through another
 * shows it too: the record of a call has the name of its contact. `test/web/shown-records.test.ts` compares this with the documents.
 */
export const shownRecords: Readonly<Record<string, readonly string[]>> = {
  contact: ['contact', 'contactBoard', 'contacts', 'eventCall', 'eventCalls'],
  custom_field: ['contactBoard', 'contactStage', 'customField', 'customFields', 'event'],
  contact_note: ['contact'],
  deal: ['contact', 'eventCall'],
  // Booked times are open no more.
  event_call: ['contact', 'eventCall', 'eventCalls', 'eventDates', 'notifications', 'whyUnavailable'],
  connection: ['connection', 'connections', 'oauthClient', 'oauthClients'],
  transaction: [],
  webhook: ['webhook', 'webhookActivity', 'webhooks'],
};
