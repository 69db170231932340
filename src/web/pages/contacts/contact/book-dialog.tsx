import { Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { listedEmails } from '#src/lib/network/email-list.ts';
import { dialledNumber } from '#src/lib/network/phone-number.ts';
import { useSession } from '../../../app/session.ts';
import {
  BookCallDocument,
  BookingFormDocument,
  type BookingFormQuery,
  type Language,
  OpenEventsDocument,
} from '../../../gql/book.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { dayTimeText } from '../../../kit/days.ts';
import type { DialogAbout } from '../../../kit/dialogs.tsx';
import { Form, useActForm } from '../../../kit/form.tsx';
import { EmptyState } from '../../../kit/list/empty-state.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { optionsOf } from '../../../kit/options.ts';
import { ZoneSelect } from '../../../kit/zone-select.tsx';
import { AnswerControl } from '../../../parts/answers/control.tsx';
import type { MemberChoice } from '../../../parts/answers/fields.ts';
import { GuestsField, guestErrors, guestsProblem } from '../../../parts/calls/guests-field.tsx';
import { HostSelect } from '../../../parts/calls/host-select.tsx';
import { OpenTimes } from '../../../parts/calls/open-times.tsx';
import { contactName, fullName } from '../../../parts/contacts.ts';
import { languageTitles } from '../../../parts/languages.ts';

interface BookDialogProps extends DialogAbout<{ readonly contact: ContactRecordFragment }> {
  readonly members: readonly MemberChoice[];
}

/** Books a call for a contact: an event, one of its open times, and what its form asks. */
export function BookDialog({ about, members, ...dialog }: BookDialogProps) {
  return (
    <Modal {...dialog} size="lg" title={about ? `Book a call for ${contactName(about.contact)}` : ''}>
      {about && <ChooseEvent contact={about.contact} members={members} onClose={dialog.onClose} />}
    </Modal>
  );
}

type BookProps = Pick<BookDialogProps, 'members' | 'onClose'> & { readonly contact: ContactRecordFragment };

function ChooseEvent(props: BookProps) {
  const [chosenId, setChosenId] = useState<number>();
  const query = useQuery({ query: OpenEventsDocument });
  return (
    <QueryView query={query}>
      {({ events }) => {
        const open = (events?.events ?? []).filter(({ hosts }) => hosts.length > 0);
        const [first] = open;
        if (!first) return <EmptyState title="No event can be booked">Publish an event that has a host.</EmptyState>;
        const eventId = chosenId ?? first.id;
        return (
          <>
            <NativeSelect
              label="Event"
              data={open.map(({ id, name, duration }) => ({ value: String(id), label: `${name}, ${duration} min` }))}
              value={String(eventId)}
              onChange={({ currentTarget }) => setChosenId(Number(currentTarget.value))}
              mb="md"
              data-autofocus
            />
            <EventForm key={eventId} eventId={eventId} {...props} />
          </>
        );
      }}
    </QueryView>
  );
}

function EventForm({ eventId, ...props }: BookProps & { readonly eventId: number }) {
  const query = useQuery({ query: BookingFormDocument, variables: { eventId } });
  return <QueryView query={query}>{({ event }) => event && <BookForm event={event} {...props} />}</QueryView>;
}

type FormOfEvent = NonNullable<BookingFormQuery['event']>;

function BookForm({ event, contact, members, onClose }: BookProps & { readonly event: FormOfEvent }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const { form, frame } = useActForm({
    document: BookCallDocument,
    draft: `book:${contact.id}:${event.id}`,
    initialValues: {
      dateTime: '',
      hostIds: [] as readonly number[],
      // Empty for whoever is free.
      userId: '',
      guests: '',
      notes: '',
      language: 'en' as Language,
      timeZone: contact.timeZone ?? user.timeZone,
      // By the ids of the questions, and by those of the fields.
      invitee: Object.fromEntries(event.inviteeQuestions.map(({ id, type }) => [id, known(contact)[type]])),
      secondary: Object.fromEntries(
        event.secondaryQuestions.map(({ customFieldId }) => [customFieldId, answerOf(contact, customFieldId)]),
      ),
    },
    fieldErrors,
    validate: { dateTime: (dateTime) => (dateTime === '' ? 'Choose a time' : null), guests: guestsProblem },
    // What is empty is not sent, but for the places of the answers, so that the problems of the server name them.
    variables: ({ dateTime, userId, timeZone, language, guests, notes, invitee, secondary }) => ({
      input: {
        eventId: event.id,
        contactId: contact.id,
        dateTime,
        timeZone,
        language,
        ...(userId !== '' && { userId: Number(userId) }),
        ...(guests.trim() !== '' && { guests: listedEmails(guests) }),
        ...(notes.trim() !== '' && { notes }),
        inviteeQuestionAnswers: event.inviteeQuestions
          .map(({ id, type }) => {
            const typed = (invitee[id] ?? '').trim();
            return { type, answer: type === 'PHONE_NO' ? dialledNumber(typed) : typed };
          })
          .filter(({ answer }) => answer !== ''),
        secondaryQuestionsAnswer: event.secondaryQuestions.map(({ customFieldId }) => ({
          customFieldId,
          answer: secondary[customFieldId] ?? [],
        })),
      },
    }),
    onDone: async ({ createEventCall: call }) => {
      onClose();
      if (!call) return;
      notifyDone(`Booked for ${dayTimeText(call.dateTime, user.timeZone)}`);
      await navigate({ to: '/calls/$previewId', params: { previewId: call.previewId }, search: { when: 'all' } });
    },
  });
  const { values } = form;
  const hosts = (event.hostMembers ?? []).filter(({ id }) => values.hostIds.includes(id));
  return (
    <Form {...frame} action="Book the call" onCancel={onClose}>
      <OpenTimes
        legend="Time"
        eventId={event.id}
        chosen={values.dateTime}
        error={form.errors.dateTime}
        onChoose={(dateTime, hostIds) => form.setValues({ dateTime, hostIds, userId: '' })}
      />
      <HostSelect hosts={hosts} {...form.getInputProps('userId')} />
      {event.inviteeQuestions.map(({ id, statement, required }) => (
        <TextInput
          key={id}
          label={statement}
          withAsterisk={required}
          autoComplete="off"
          {...form.getInputProps(`invitee.${id}`)}
        />
      ))}
      {event.secondaryQuestions.map(({ customFieldId }, index) => {
        const field = event.customFields?.find(({ id }) => id === customFieldId);
        return (
          field && (
            <AnswerControl
              key={field.id}
              {...{ field, members }}
              answer={values.secondary[field.id] ?? []}
              onChange={(answer) => form.setFieldValue(`secondary.${field.id}`, [...answer])}
              error={form.errors[`secondary.${index}`]}
            />
          )
        );
      })}
      <ZoneSelect label="Their time zone" {...form.getInputProps('timeZone')} />
      <NativeSelect label="Email language" data={optionsOf(languageTitles)} {...form.getInputProps('language')} />
      <GuestsField {...form.getInputProps('guests')} />
      <Textarea label="Internal notes" autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
    </Form>
  );
}

/** The errors of answers stand at their controls, by their places. */
function fieldErrors(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(guestErrors(fields)).map(([path, text]) => [
      path.replace(/^secondaryQuestionsAnswer\[(\d+)\].*/, 'secondary.$1'),
      text,
    ]),
  );
}

/** What is known of the contact already, by the types of questions. */
function known(contact: ContactRecordFragment): Record<FormOfEvent['inviteeQuestions'][number]['type'], string> {
  return {
    EMAIL: contact.email ?? '',
    PHONE_NO: contact.phoneNumber ?? '',
    NAME: fullName(contact),
    FIRST_NAME: contact.firstName ?? '',
    LAST_NAME: contact.lastName ?? '',
  };
}

function answerOf({ customFieldAnswers }: ContactRecordFragment, fieldId: number): string[] {
  return [...(customFieldAnswers?.find(({ customFieldId }) => customFieldId === fieldId)?.answer ?? [])];
}
