import { nextSerial } from '../serial.ts';
import { anyEmail, changes, creates, freeHour, type MutationSample, others, type QuerySample } from './sample.ts';

const sale = { currency: 'USD', value: 5 };
const noEvents = 'webhooks do not report products';
const again = { isRepeatable: true } as const;

/** Contacts, their answers, their calls and what they buy. */
export const salesMutations = {
  createContact: creates('Contact', ['contact.created'], () => ({ email: anyEmail() })),
  updateContact: changes('Contact', ['contact.updated'], ({ id }) => ({ contactId: id, tag: 'x' }), again),
  eraseContact: others({ scope: 'contacts:write' }, ['contact.deleted'], ({ id }) => ({ id }), { target: 'Contact' }),
  mergeContacts: others(
    { scope: 'contacts:write' },
    ['contact.merged', 'contact.updated'],
    async ({ id }, { otherContactId }) => ({ contactId: id, mergedContactId: await otherContactId() }),
    { target: 'Contact' },
  ),
  undoMergeContacts: others(
    { scope: 'contacts:write' },
    ['contact.merge_undone', 'contact.updated'],
    async (contact, { mergedInto }) => ({ mergedContactId: await mergedInto(contact) }),
    { target: 'Contact' },
  ),
  createContactNote: creates('ContactNote', ['note.created'], (_, { contactId }) => ({ contactId, text: 'x' })),
  updateContactNote: changes('ContactNote', 'a changed note is not reported', ({ id }) => ({ id, text: 'x' }), {
    ...again,
    change: 'change',
  }),
  deleteContactNote: changes('ContactNote', ['note.deleted'], undefined, { change: 'delete' }),
  createDeal: creates('Deal', ['deal.created'], (_, { contactId }) => ({ contactId, transactionType: 'WON', ...sale })),
  updateDeal: changes('Deal', ['deal.updated'], ({ id }) => ({ id, productName: 'x' }), again),
  deleteDeal: changes('Deal', ['deal.deleted']),
  createProduct: creates('Product', noEvents, () => ({ name: `Product ${nextSerial()}`, price: 5, currency: 'USD' })),
  updateProduct: changes('Product', noEvents, ({ id }) => ({ id, description: 'x' }), again),
  deleteProduct: changes('Product', noEvents),
  createTransaction: creates('Transaction', ['transaction.created'], () => sale),
  updateTransaction: changes('Transaction', ['transaction.updated'], ({ id }) => ({ id, description: 'x' }), again),
  deleteTransaction: changes('Transaction', ['transaction.deleted']),
  createCustomField: creates('CustomField', ['field.changed'], () => ({
    name: `Field ${nextSerial()}`,
    type: 'CALL',
    inputType: 'SINGLE_SELECT',
    options: [{ name: 'a' }],
  })),
  updateCustomField: changes(
    'CustomField',
    ['field.changed'],
    ({ id }) => ({ id, name: `Field ${nextSerial()}` }),
    again,
  ),
  orderCustomFields: changes(
    'CustomField',
    'a field that keeps its position does not change',
    ({ id, type = 'CONTACT' }) => ({ type, ids: [id] }),
    again,
  ),
  answerCustomField: creates(
    'ContactAnswer',
    ['contact.answers_changed'],
    ({ id }, { contactFieldId }) => ({ contactId: id, customFieldId: contactFieldId, answer: ['x'] }),
    {
      ...again,
      target: 'Contact',
      also: [
        {
          target: 'EventCall',
          input: ({ id }, { callFieldId }) => ({ eventCallId: id, customFieldId: callFieldId, answer: ['x'] }),
        },
      ],
    },
  ),
  answerCustomFieldInBulk: creates(
    'ContactAnswer',
    ['contact.answers_changed'],
    ({ id }, { contactFieldId }) => ({ contactIds: [id], customFieldId: contactFieldId, answer: ['x'] }),
    { ...again, target: 'Contact' },
  ),
  insertInviteeAnswers: creates(
    'ContactAnswer',
    'the name in a form is no change of the contact',
    ({ id }, { linkPrefix }) => ({
      linkPrefix,
      contactId: id,
      inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira' }],
    }),
    { target: 'Contact' },
  ),
  createEventCall: creates('EventCall', ['contact.created', 'call.booked'], (_, { bookableEventId: eventId }) => ({
    eventId,
    dateTime: freeHour(),
    timeZone: 'UTC',
    email: anyEmail(),
  })),
  rescheduleEventCall: changes('EventCall', ['call.rescheduled'], async (call, { open }) => {
    await open(call);
    return { id: call.id, dateTime: freeHour() };
  }),
  cancelEventCall: changes('EventCall', ['call.cancelled'], undefined, again),
  updateEventCallGuests: changes(
    'EventCall',
    ['call.guests_changed'],
    ({ id }) => ({ id, guests: ['sam@example.com'] }),
    again,
  ),
  setOutcome: changes(
    'EventCall',
    ['call.outcome_added', 'contact.updated'],
    ({ id }) => ({ eventCallId: id, outcome: 'WON' }),
    again,
  ),
  finishCall: changes('EventCall', ['call.outcome_added', 'contact.updated'], ({ id }) => ({
    eventCallId: id,
    outcome: 'WON',
  })),
  undoFinishCall: changes('EventCall', ['call.outcome_added'], async (call, { finishOf }) => {
    await finishOf(call);
    return { eventCallId: call.id };
  }),
  resendNotification: changes(
    'Notification',
    'a mail is no change of a call',
    async (call, { notificationOf }) => ({ id: await notificationOf(call) }),
    { target: 'EventCall' },
  ),
} satisfies Record<string, MutationSample>;

const ofContact: QuerySample = {
  who: { scope: 'contacts:read' },
  args: (_, { contactId }) => ({ contactId }),
};

export const salesQueries: Readonly<Record<string, QuerySample>> = {
  contactStory: ofContact,
  contactValue: ofContact,
  contactBoardValues: { who: { scope: 'contacts:read' } },
  dealSums: { who: { scope: 'deals:read' } },
  callNumbers: {
    who: { scope: 'eventCalls:read' },
    args: () => ({ dateFrom: '2026-03-01', dateTo: '2026-03-31', groupBy: 'closer' }),
  },
  callReasons: {
    who: { scope: 'eventCalls:read' },
    args: () => ({ dateFrom: '2026-03-01', dateTo: '2026-03-31' }),
  },
  moneyNumbers: {
    who: { scope: 'deals:read' },
    otherScopes: ['transactions:read', 'eventCalls:read'],
    args: () => ({ dateFrom: '2026-03-01', dateTo: '2026-03-31', groupBy: 'closer' }),
  },
  leadNumbers: {
    who: { scope: 'contacts:read' },
    otherScopes: ['eventCalls:read'],
    args: () => ({ dateFrom: '2026-03-01', dateTo: '2026-03-31', groupBy: 'closer' }),
  },
  contactMerges: { who: { scope: 'contacts:read' }, target: 'Contact', args: ({ id }) => ({ contactId: id }) },
  // Nobody else has the addresses or the name of a sample.
  possibleDuplicates: { target: 'Contact', args: ({ id }) => ({ contactId: id }), where: () => false },
  contactStage: { where: ({ identifier }) => identifier === 'contact-stage' },
  customFields: { args: { objectType: 'CONTACT' }, where: ({ type }) => type === 'CONTACT' },
};
