import { Modal, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from 'urql';
import { dialledNumber } from '#src/lib/network/phone-number.ts';
import { now } from '../../../app/beginning.ts';
import { useSession } from '../../../app/session.ts';
import {
  BookCallDocument,
  type BookCallMutation,
  type BookCallMutationVariables,
  BookingFormDocument,
  type BookingFormQuery,
  OpenEventsDocument,
} from '../../../gql/book.ts';
import type { ContactRecordFragment } from '../../../gql/contact.ts';
import { dayOf, dayText, timeText } from '../../../kit/days.ts';
import type { DialogAbout } from '../../../kit/dialogs.tsx';
import { Form, useActForm } from '../../../kit/form.tsx';
import { EmptyState } from '../../../kit/list/empty-state.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { notifyDone } from '../../../kit/messages.tsx';
import { optionsOf } from '../../../kit/options.ts';
import { ZoneSelect } from '../../../kit/zone-select.tsx';
import { AnswerControl } from '../../../parts/answers/control.tsx';
import type { MemberChoice } from '../../../parts/answers/fields.ts';
import { OpenTimes } from '../../../parts/calls/open-times.tsx';
import { contactName, fullName } from '../../../parts/contacts.ts';
import { languageTitles } from '../../../parts/languages.ts';
import { memberName } from '../../../parts/members.ts';

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
        if (!first) return <EmptyState title="No event can be booked">Open an event that has a host.</EmptyState>;
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

interface Values extends Record<string, unknown> {
  readonly dateTime: string;
  readonly hostIds: readonly number[];
  /** Empty for whoever is free. */
  readonly userId: string;
  readonly timeZone: string;
  readonly language: string;
  readonly notes: string;
  /** By the ids of the questions. */
  readonly invitee: Readonly<Record<string, string>>;
  /** By the ids of the fields. */
  readonly secondary: Readonly<Record<string, readonly string[]>>;
}

function BookForm({ event, contact, members, onClose }: BookProps & { readonly event: FormOfEvent }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const { form, frame } = useActForm<Values, BookCallMutation, BookCallMutationVariables>({
    document: BookCallDocument,
    draft: `book:${contact.id}:${event.id}`,
    initialValues: {
      dateTime: '',
      hostIds: [],
      userId: '',
      notes: '',
      language: 'en',
      timeZone: contact.timeZone ?? user.timeZone,
      invitee: Object.fromEntries(event.inviteeQuestions.map(({ id, type }) => [id, known(contact, type)])),
      secondary: Object.fromEntries(
        event.secondaryQuestions.map(({ customFieldId }) => [customFieldId, answerOf(contact, customFieldId)]),
      ),
    },
    validate: { dateTime: (dateTime) => (dateTime === '' ? 'Choose a time' : null) },
    variables: (values) => ({
      input: { ...inputOf(event, values), contactId: contact.id },
    }),
    onDone: async ({ createEventCall: call }) => {
      onClose();
      if (!call) return;
      const day = dayText(dayOf(call.dateTime, user.timeZone), dayOf(now(), user.timeZone));
      notifyDone(`Booked for ${day}, ${timeText(call.dateTime, user.timeZone)}`);
      const to = { to: '/calls/$previewId', params: { previewId: call.previewId }, search: { when: 'all' } } as const;
      await navigate(to);
    },
  });
  const { values } = form;
  const hosts = (event.hostMembers ?? []).filter(({ id }) => values.hostIds.includes(id));
  const problems = frame.state.problem?.fields ?? {};
  return (
    <Form {...frame} action="Book the call" onCancel={onClose}>
      <OpenTimes
        legend="Time"
        eventId={event.id}
        chosen={values.dateTime}
        error={form.errors.dateTime}
        onChoose={(dateTime, hostIds) => form.setValues({ dateTime, hostIds: [...hostIds], userId: '' })}
      />
      {hosts.length > 1 && (
        <NativeSelect
          label="Host"
          data={[
            { value: '', label: 'Round robin' },
            ...hosts.map((host) => ({ value: String(host.id), label: memberName(host) })),
          ]}
          {...form.getInputProps('userId')}
        />
      )}
      {event.inviteeQuestions.map(({ id, statement, required }) => (
        <TextInput
          key={id}
          label={statement}
          withAsterisk={required}
          autoComplete="off"
          {...form.getInputProps(`invitee.${id}`)}
        />
      ))}
      {questionsOf(event).map(({ field, index }) => (
        <AnswerControl
          key={field.id}
          field={field}
          members={members}
          answer={values.secondary[field.id] ?? []}
          onChange={(answer) => form.setFieldValue(`secondary.${field.id}`, answer)}
          error={problemAt(problems, `secondaryQuestionsAnswer[${index}]`)}
        />
      ))}
      <ZoneSelect label="Their time zone" {...form.getInputProps('timeZone')} />
      <NativeSelect label="Email language" data={optionsOf(languageTitles)} {...form.getInputProps('language')} />
      <Textarea label="Internal notes" autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
      {Object.entries(problems)
        .filter(([path]) => path.startsWith('inviteeQuestionAnswers') || path === 'secondaryQuestionsAnswer')
        .map(([path, text]) => (
          <Text key={path} size="sm" c="var(--mantine-color-error)">
            {text}
          </Text>
        ))}
    </Form>
  );
}

type InviteeQuestion = FormOfEvent['inviteeQuestions'][number];

/** What is known of the contact already. */
function known(contact: ContactRecordFragment, type: InviteeQuestion['type']): string {
  switch (type) {
    case 'EMAIL':
      return contact.email ?? '';
    case 'PHONE_NO':
      return contact.phoneNumber ?? '';
    case 'NAME':
      return fullName(contact);
    case 'FIRST_NAME':
      return contact.firstName ?? '';
    case 'LAST_NAME':
      return contact.lastName ?? '';
  }
}

function answerOf({ customFieldAnswers }: ContactRecordFragment, fieldId: number): string[] {
  return [...(customFieldAnswers?.find(({ customFieldId }) => customFieldId === fieldId)?.answer ?? [])];
}

/** The questions whose fields are there, in the order of the form, with their place among the answers. */
function questionsOf({ secondaryQuestions, customFields }: FormOfEvent) {
  return secondaryQuestions.flatMap(({ customFieldId }, index) => {
    const field = customFields?.find(({ id }) => id === customFieldId);
    return field ? [{ field, index }] : [];
  });
}

function problemAt(problems: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.entries(problems).find(([each]) => each.startsWith(path))?.[1];
}

/** What is empty is not sent, but for the places of the answers, so that the problems of the server name them. */
function inputOf(event: FormOfEvent, values: Values): BookCallMutationVariables['input'] {
  const { dateTime, userId, timeZone, language, notes, invitee, secondary } = values;
  const answers = event.inviteeQuestions.map(({ id, type }) => {
    const typed = (invitee[id] ?? '').trim();
    return { type, answer: type === 'PHONE_NO' ? dialledNumber(typed) : typed };
  });
  return {
    eventId: event.id,
    dateTime,
    timeZone,
    language: language as BookCallMutationVariables['input']['language'],
    ...(userId !== '' && { userId: Number(userId) }),
    ...(notes.trim() !== '' && { notes }),
    inviteeQuestionAnswers: answers.filter(({ answer }) => answer !== ''),
    secondaryQuestionsAnswer: event.secondaryQuestions.map(({ customFieldId }) => ({
      customFieldId,
      answer: [...(secondary[customFieldId] ?? [])],
    })),
  };
}
