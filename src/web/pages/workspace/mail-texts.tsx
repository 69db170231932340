import { Button, Group, NativeSelect, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { problemOf } from '../../app/problem.ts';
import { useServer } from '../../app/session.ts';
import { mailVariables } from '../../gql/limits.ts';
import {
  type Language,
  type NotificationKind,
  SendTestMailDocument,
  TriedMailDocument,
  type TriedMailQueryVariables,
} from '../../gql/workspace.ts';
import { useAct } from '../../kit/act.ts';
import { useLastDefined } from '../../kit/last-defined.ts';
import { Panel } from '../../kit/layout.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { optionsOf } from '../../kit/options.ts';
import { RecordFormFrame } from '../../kit/record-form-frame.tsx';
import { languageTitles } from '../../parts/languages.ts';
import { MailFrame, mailKindTitles } from '../../parts/mail-frame.tsx';
import { errorsByField, fieldOf, inputOf, itemsOf, type MailTexts, mailOf, valuesOf } from './mail-text-fields.ts';
import { type SectionProps, useSettings } from './settings-form.ts';

interface MailTextsProps extends SectionProps {
  /** The event whose latest call the preview shows: null if there is none, undefined until that is known. */
  readonly eventId: number | null | undefined;
}

/** The workspace's own texts of emails to invitees, with a preview of what is typed. */
export function MailTextsSection({ workspace, eventId }: MailTextsProps) {
  const [mail, setMail] = useState({
    kind: 'INVITATION' as NotificationKind,
    language: (workspace.language as Language | null) ?? 'en',
  });
  // Errors name the items by their places in the list that was sent.
  const sent = useRef<ReturnType<typeof itemsOf>>([]);
  const { form, field, errorOf, frame } = useSettings({
    name: 'mailTexts',
    workspace,
    valuesOf,
    inputOf,
    update: (changes, from) => {
      sent.current = itemsOf({ ...valuesOf(from), ...changes } as MailTexts);
      return { mailTexts: sent.current };
    },
    fieldErrors: useCallback((errors) => errorsByField(errors, sent.current), []),
  });
  // A text that becomes marked is shown, unless another marked one is.
  const marked = Object.keys(form.values).filter((name) => errorOf(name));
  const [markedBefore, setMarkedBefore] = useState(marked);
  if (marked.join() !== markedBefore.join()) {
    setMarkedBefore(marked);
    const isShown = marked.some((name) => name.startsWith(fieldOf(mail, '')));
    const other = marked.find((name) => !markedBefore.includes(name));
    if (other !== undefined && !isShown) setMail((shown) => mailOf(other) ?? shown);
  }
  const [subject, text] = [fieldOf(mail, 'subject'), fieldOf(mail, 'text')];
  return (
    <Panel
      title="Emails to invitees"
      summary="Your own words in place of the default ones. The details of the call, its links and the calendar entry are always there."
    >
      <RecordFormFrame frame={frame}>
        <Group gap="sm">
          <NativeSelect
            label="Email"
            data={optionsOf(mailKindTitles)}
            value={mail.kind}
            onChange={({ currentTarget }) => setMail({ ...mail, kind: currentTarget.value as NotificationKind })}
          />
          <NativeSelect
            label="Language"
            data={optionsOf(languageTitles)}
            value={mail.language}
            onChange={({ currentTarget }) => setMail({ ...mail, language: currentTarget.value as Language })}
          />
        </Group>
        <TextInput
          key={subject}
          label="Subject"
          placeholder="The default subject"
          maxLength={200}
          dir="auto"
          {...field(subject)}
        />
        <Textarea
          key={text}
          label="Text"
          description={`Between the greeting and the details. Variables: ${mailVariables.map((name) => `{{${name}}}`).join(' ')}, in a subject all but {{invitee}}`}
          placeholder="The default text"
          autosize
          minRows={4}
          maxRows={14}
          maxLength={2000}
          dir="auto"
          {...field(text)}
        />
        {eventId === null && (
          <Text size="sm" c="dimmed">
            Create an event to see a preview.
          </Text>
        )}
        {typeof eventId === 'number' && (
          <Preview
            {...{ eventId, ...mail }}
            subject={form.values[subject]?.trim() ?? ''}
            text={form.values[text]?.trim() ?? ''}
          />
        )}
      </RecordFormFrame>
    </Panel>
  );
}

/** The email with what is typed, and a button that sends it to oneself. */
function Preview(typed: TriedMailQueryVariables) {
  const { emails } = useServer();
  const { act, isBusy, problem } = useAct(SendTestMailDocument, { once: false });
  const [format, setFormat] = useState('html');
  // As text, because each render has other objects.
  const [shown] = useDebouncedValue(JSON.stringify(typed), 400);
  const [{ data, error }] = useQuery({ query: TriedMailDocument, variables: JSON.parse(shown) });
  // A text that is refused, or half typed, takes nothing away.
  const mail = useLastDefined(data?.previewMail ?? undefined);
  const refused = error && problemOf(error);
  const send = async () => {
    const sent = await act({ input: { ...typed, recipient: 'INVITEE' } });
    if (sent?.sendTestMail) notifyDone(`A test is on its way to ${sent.sendTestMail.to}`);
  };
  return (
    <div>
      <SegmentedControl
        aria-label="Preview as"
        size="xs"
        mb="xs"
        data={[
          { value: 'html', label: 'HTML' },
          { value: 'text', label: 'Plain text' },
        ]}
        value={format}
        onChange={setFormat}
      />
      <Text size="sm" c="var(--error-ink)" role="status">
        {refused && `Not in the preview yet: ${Object.values(refused.fields).join(' ') || refused.text}`}
      </Text>
      {mail && format === 'html' && <MailFrame subject={mail.subject} html={mail.html} />}
      {mail && format === 'text' && <pre className="plain-mail">{mail.text}</pre>}
      <ProblemNote problem={problem} />
      {emails ? (
        <Button mt="xs" variant="default" onClick={send} loading={isBusy}>
          Send a test to me
        </Button>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          This server sends no email. Its operator can change that.
        </Text>
      )}
    </div>
  );
}
