/** The example of a request: its body or its query parameters. */
type RequestExample = Readonly<Record<string, unknown>>;

const linkPrefix = 'demo/strategy-session';
/** A Monday and a Tuesday at 10:00 in the time zone of the event's host. The event has no booking window. */
const [monday, tuesday] = ['2030-03-04T18:00:00.000Z', '2030-03-05T18:00:00.000Z'];

/**
 * Example requests by operation id. They use records of a fresh demo workspace, so that each succeeds there as printed,
 * independent of the others. A test sends them all. It first creates the webhooks to update and delete, because the demo has
 * only one webhook, whose deliveries are resent.
 */
export const requestExamples: Readonly<Record<string, RequestExample>> = {
  listUserAvailabilities: { userId: 3 },
  getSchedule: { id: 1 },
  createSchedule: {
    name: 'Office hours',
    timeZone: 'Europe/Berlin',
    days: [{ name: 'monday', timings: [{ startTime: '09:00', endTime: '17:30' }] }],
  },
  updateSchedule: { id: 1, name: 'Office hours' },
  deleteSchedule: { id: 8 },
  getEventCall: { id: 1 },
  getDeal: { id: 1 },
  getTransaction: { id: 1 },
  createEvent: { name: 'Growth review', callType: 'STRATEGY_EVENT', duration: 45, hosts: [{ userId: 3 }] },
  updateEvent: { id: 8, name: 'Fit check, half an hour', duration: 30 },
  deleteEvent: { id: 9 },
  listContacts: { status: ['QUALIFIED'], limit: 20 },
  getContact: { email: 'bianca.lambert@example.com' },
  createContact: {
    firstName: 'Ira',
    lastName: 'Cole',
    email: 'ira.cole@example.com',
    phoneNumber: '+14155550101',
    timeZone: 'Europe/Berlin',
    country: 'DE',
    utm: [{ utmKey: 'utm_source', utmValue: 'newsletter' }],
  },
  eraseContact: { id: 90 },
  updateContact: { contactId: 42, status: 'QUALIFIED', tag: 'spring' },
  createCustomField: {
    name: 'Budget',
    inputType: 'SINGLE_SELECT',
    type: 'CONTACT',
    options: [{ name: 'Below 5,000' }, { name: 'About 5,000', color: 'green' }],
  },
  updateCustomField: { id: 2, name: 'Branch', options: [{ id: 6, isArchived: true }, { name: 'Education' }] },
  listCustomFields: { objectType: 'CONTACT' },
  answerCustomField: { identifier: 'industry', contactId: 42, answer: ['Health'] },
  answerCustomFieldInBulk: { identifier: 'agreements', contactIds: [41, 42, 43], answer: ['Newsletter'] },
  insertInviteeAnswers: {
    linkPrefix: 'demo/fit-check',
    contactId: 42,
    inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira Cole' }],
    secondaryQuestionsAnswer: [{ identifier: 'monthly-revenue', answer: ['Below $10k'] }],
  },
  createDeal: {
    contactId: 42,
    value: 1250.5,
    currency: 'USD',
    transactionType: 'DEPOSIT',
    productName: 'Growth plan',
    time: '2026-03-05T09:30:00.000Z',
  },
  updateDeal: { id: 1, productName: 'Growth plan', value: 1500 },
  createTransaction: {
    contactId: 42,
    value: 1250.5,
    currency: 'USD',
    source: 'Stripe',
    description: 'First of three payments',
    time: '2026-03-05T09:30:00.000Z',
  },
  updateTransaction: { id: 1, description: 'First of three payments' },
  deleteTransaction: { id: 2 },
  deleteDeal: { id: 2 },
  listDeals: { transactionType: ['WON', 'DEPOSIT'], limit: 20 },
  listTransactions: { timeFrom: '2026-01-01', limit: 20 },
  listEventCalls: { eventType: 'UPCOMING', types: ['scheduled_events', 'rescheduled_events'], limit: 20 },
  getEvent: { eventId: 1 },
  updateEventStatus: { eventId: 8, status: 'ACTIVATED' },
  getEventDates: { linkPrefix, timeZone: 'Europe/Berlin', from: '2030-03-04', to: '2030-03-08' },
  createEventCall: {
    linkPrefix,
    dateTime: monday,
    timeZone: 'Europe/Berlin',
    email: 'lee.ortiz@example.com',
    firstName: 'Lee',
    lastName: 'Ortiz',
    secondaryQuestionsAnswer: [{ identifier: 'monthly-revenue', answer: ['$10k–$50k'] }],
    utm: [{ utmKey: 'utm_source', utmValue: 'newsletter' }],
    notes: 'Wants to talk to a partner first.',
  },
  rescheduleEventCall: { id: 1998, dateTime: tuesday, timeZone: 'Europe/Berlin', rescheduleReason: 'Is travelling.' },
  cancelEventCall: { id: 1999, cancelReason: 'Has chosen another product.' },
  setOutcome: { eventCallId: 2000, outcome: 'NO_SALE', noSaleReason: 'FOLLOW_UP_SCHEDULE', notes: 'Decides in May.' },
  createWebhook: {
    url: 'https://example.com/webhooks/slotline',
    kinds: ['contact.created', 'call.booked', 'call.cancelled'],
    description: 'Keeps the CRM up to date',
  },
  updateWebhook: { id: 2, kinds: ['contact.created', 'call.booked'], status: 'PAUSED' },
  deleteWebhook: { id: 3 },
  sendWebhookTest: { id: 1 },
  resendWebhookDelivery: { id: 'dlv_1' },
  getUser: { id: 3 },
  updateUser: { id: 3, timeZone: 'America/Denver' },
};
