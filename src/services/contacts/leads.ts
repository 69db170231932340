import type { ClientBase } from 'pg';
import { type LeadForm, readLeadForm } from '#src/db/reads/lead-forms.ts';
import { lockAddresses } from '#src/db/writes/contacts.ts';
import { insertLeadAnswers } from '#src/db/writes/invitee-answers.ts';
import { recordEvents } from '#src/db/writes/webhook-events.ts';
import type { Contact, ContactFields } from '#src/domain/contacts/contact.ts';
import { statusByForm } from '#src/domain/contacts/lead-status.ts';
import type { InviteeAnswer } from '#src/domain/custom-fields/answer.ts';
import { fieldError } from '#src/domain/errors.ts';
import { inviteeOf } from '#src/domain/event-calls/invitee.ts';
import type { CreatePublicLeadInput, StoredLead } from '#src/domain/event-calls/public-booking.ts';
import { type Disqualified, disqualifies, type Lead } from '#src/domain/events/disqualification.ts';
import { forWorkspace } from '#src/lib/asking-workspace.ts';
import type { ServiceContext } from '../context.ts';
import { changeAnswers } from '../custom-fields/change-answers.ts';
import {
  type Booker,
  fieldsOfLead,
  findInvitee,
  lockAnsweredFields,
  requireAnswers,
  requireSecondaryAnswers,
  type SecondaryAnswer,
} from '../event-calls/booking-answers.ts';
import { type EventLinkContext, workspaceOfEventLink } from '../events/event-links.ts';
import { eventNotFound } from '../scheduling.ts';
import { changeContact, createMissingContact } from './contacts.ts';

/** A submitted event form: its validated input, and the locked contact if the workspace knows it. */
export interface FilledForm {
  readonly workspaceId: number;
  readonly eventId: number;
  readonly lead: Lead;
  readonly questions: readonly Omit<InviteeAnswer, 'id'>[];
  readonly secondary: readonly SecondaryAnswer[];
  readonly known: Contact | undefined;
  readonly timeZone: string | undefined;
  readonly utm: ContactFields['utm'];
  readonly referrer: ContactFields['referrer'];
}

/**
 * Stores a lead who submitted the form of a FORM_FIRST event. The result is the same whether the workspace knew the e-mail
 * address or not, and whether it stores leads that do not book or not.
 */
export async function storeLead(
  { db, closedDemos }: ServiceContext & EventLinkContext,
  input: CreatePublicLeadInput,
): Promise<StoredLead> {
  const { linkPrefix } = input;
  const workspaceId = await workspaceOfEventLink({ db, closedDemos }, linkPrefix);
  return forWorkspace(workspaceId, async () => {
    const form = await readLeadForm(db, workspaceId, linkPrefix);
    if (!form) throw eventNotFound({ linkPrefix });
    if (form.bookingFlow !== 'FORM_FIRST') {
      throw fieldError('linkPrefix', 'invalid_state', 'Must be an event with the bookingFlow FORM_FIRST');
    }
    return db.write(async (client) => {
      await lockAddresses(client, workspaceId, [inviteeOf(input).email]);
      const filled = await requireFilledForm(client, { workspaceId, isInvitee: true }, { form, input });
      const disqualified = await disqualifyByRules(client, form, filled);
      if (!disqualified && form.keepsUnbookedLeads) await storeForm(client, filled, 'POTENTIAL');
      return { disqualified: disqualified ?? null };
    });
  });
}

async function requireFilledForm(
  client: ClientBase,
  booker: Booker,
  { form, input }: { readonly form: LeadForm; readonly input: CreatePublicLeadInput },
): Promise<FilledForm> {
  const { workspaceId } = booker;
  const invitee = inviteeOf(input);
  // Custom fields are locked before the contact, in the same order as when they are answered.
  const fields = await lockAnsweredFields(client, workspaceId, input);
  const secondary = requireSecondaryAnswers(fields, booker, { rules: form, input });
  const questions = requireAnswers(form, invitee, input);
  const known = await findInvitee(client, workspaceId, { contactId: undefined, invitee });
  const lead = { invitee, questions, fields: fieldsOfLead(secondary) };
  const { timeZone, utm, referrer } = input;
  return { workspaceId, eventId: form.id, lead, questions, secondary, known, timeZone, utm, referrer };
}

/** Stores a lead who meets a rule of the event, and returns the response for such leads; undefined if no rule is met. */
export async function disqualifyByRules(
  client: ClientBase,
  form: Pick<LeadForm, 'disqualificationRules' | 'disqualifiedMessage' | 'disqualifiedUrl'>,
  filled: FilledForm,
): Promise<Disqualified | undefined> {
  if (!disqualifies(form.disqualificationRules, filled.lead)) return undefined;
  await storeForm(client, filled, 'DISQUALIFIED');
  return { message: form.disqualifiedMessage, url: form.disqualifiedUrl };
}

/**
 * Stores the form with its contact, which is created if missing. Anyone may enter a known contact's address, so only its status
 * may change, from POTENTIAL to DISQUALIFIED. Submitting a form again adds nothing.
 */
async function storeForm(client: ClientBase, filled: FilledForm, status: Contact['status']): Promise<void> {
  const { workspaceId, eventId, lead, known, timeZone, utm, referrer } = filled;
  const { contact, created } = known
    ? { contact: known, created: false }
    : await createMissingContact(client, workspaceId, { ...lead.invitee, timeZone, utm, referrer, status });
  const target = { workspaceId, eventId, contactId: contact.id };
  await insertLeadAnswers(client, target, filled.questions);
  if (created) {
    const answers = filled.secondary.filter(({ field, answer }) => field.type === 'CONTACT' && answer.length > 0);
    await changeAnswers(client, workspaceId, { column: 'contactId', id: contact.id }, answers);
  } else if (status === 'DISQUALIFIED') {
    const change = { status: statusByForm(contact.status, status) };
    await recordEvents(client, workspaceId, (await changeContact(client, workspaceId, contact, change)).events);
  }
}
