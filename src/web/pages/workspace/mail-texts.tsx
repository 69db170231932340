import { Button, Group, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useServer } from '../../app/session.ts';
import {
  type Language,
  type NotificationKind,
  SendTestMailDocument,
  TriedMailDocument,
  type WorkspaceSettingsFragment,
} from '../../gql/workspace.ts';
import { useAct } from '../../kit/act.ts';
import { useLastDefined } from '../../kit/last-defined.ts';
import { Panel } from '../../kit/layout.tsx';
import { notifyDone, ProblemNote } from '../../kit/messages.tsx';
import { optionsOf } from '../../kit/options.ts';
import { RecordFormFrame } from '../../kit/record-form-frame.tsx';
import { languageTitles } from '../../parts/languages.ts';
import { MailFrame, mailKindTitles } from '../../parts/mail-frame.tsx';
import { type SectionProps, useSettings } from './settings-form.ts';

/** A field for each kind and language: `REMINDER.en.text`. What is empty is ours. */
type Values = Readonly<Record<string, string>>;

const kinds = Object.keys(mailKindTitles) as NotificationKind[];
const codes = Object.keys(languageTitles) as Language[];

const valuesOf = ({ mailTexts }: WorkspaceSettingsFragment): Values =>
  Object.fromEntries(
    kinds.flatMap((kind) =>
      codes.flatMap((language) => {
        const own = mailTexts.find((each) => each.kind === kind && each.language === language);
        return [
          [`${kind}_${language}_subject`, own?.subject ?? ''],
          [`${kind}_${language}_text`, own?.text ?? ''],
        ];
      }),
    ),
  );

const itemsOf = (values: Values) =>
  kinds.flatMap((kind) =>
    codes.flatMap((language) => {
      const subject = values[`${kind}_${language}_subject`]?.trim() || null;
      const text = values[`${kind}_${language}_text`]?.trim() || null;
      return subject === null && text === null ? [] : [{ kind, language, subject, text }];
    }),
  );

const variables = ['invitee', 'event', 'host', 'workspace', 'time', 'place'];

interface MailTextsProps extends SectionProps {
  /** The event whose latest call the preview shows. */
  readonly eventId: number | undefined;
}

/** The workspace's own texts of emails to invitees, with a preview of what is typed. */
export function MailTextsSection({ workspace, eventId }: MailTextsProps) {
  const [kind, setKind] = useState<NotificationKind>('INVITATION');
  const [language, setLanguage] = useState<Language>((workspace.language as Language | null) ?? 'en');
  const { form, field, frame } = useSettings({
    name: 'mailTexts',
    workspace,
    valuesOf: (stored) => ({ mailTexts: valuesOf(stored) }),
    inputOf: (values: { readonly mailTexts: Values }) => ({ mailTexts: itemsOf(values.mailTexts) }),
  });
  const path = `mailTexts.${kind}_${language}`;
  const of = (part: 'subject' | 'text') => form.values.mailTexts[`${kind}_${language}_${part}`] ?? '';
  // The server counts the items as they were sent.
  const index = itemsOf(form.values.mailTexts).findIndex((each) => each.kind === kind && each.language === language);
  const errorOf = (part: 'subject' | 'text') => frame.problem?.fields[`mailTexts[${index}].${part}`];
  return (
    <Panel
      title="Emails to invitees"
      summary="Your own words in place of ours. The details of the call, its links and the calendar entry are always there."
    >
      <RecordFormFrame frame={frame}>
        <Group gap="sm">
          <NativeSelect
            label="Email"
            data={optionsOf(mailKindTitles)}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as NotificationKind)}
          />
          <NativeSelect
            label="Language"
            data={optionsOf(languageTitles)}
            value={language}
            onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
          />
        </Group>
        <TextInput
          key={`${path}_subject`}
          label="Subject"
          placeholder="Our subject"
          maxLength={200}
          dir="auto"
          {...field(`${path}_subject`)}
          error={errorOf('subject')}
        />
        <Textarea
          key={`${path}_text`}
          label="Text"
          description={`Between the greeting and the details. Variables: ${variables.map((name) => `{{${name}}}`).join(' ')}`}
          placeholder="Our text"
          autosize
          minRows={4}
          maxRows={14}
          maxLength={2000}
          dir="auto"
          {...field(`${path}_text`)}
          error={errorOf('text')}
        />
        {eventId === undefined ? (
          <Text size="sm" c="dimmed">
            Publish an event to see a preview.
          </Text>
        ) : (
          <Preview {...{ eventId, kind, language }} subject={of('subject')} text={of('text')} />
        )}
      </RecordFormFrame>
    </Panel>
  );
}

interface PreviewProps {
  readonly eventId: number;
  readonly kind: NotificationKind;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
}

/** The email with what is typed, and a button that sends it to oneself. */
function Preview({ subject, text, ...about }: PreviewProps) {
  const { emails } = useServer();
  const { act, isBusy, problem } = useAct(SendTestMailDocument, { once: false });
  const typed = { ...about, subject: subject.trim(), text: text.trim() };
  const [shown] = useDebouncedValue(typed, 400);
  const [{ data }] = useQuery({ query: TriedMailDocument, variables: shown });
  // A text that is refused, or half typed, takes nothing away.
  const mail = useLastDefined(data?.previewMail ?? undefined);
  const send = async () => {
    const sent = await act({ input: { ...typed, recipient: 'INVITEE' } });
    if (sent?.sendTestMail) notifyDone(`A test is on its way to ${sent.sendTestMail.to}`);
  };
  return (
    <div>
      {mail && <MailFrame subject={mail.subject} html={mail.html} />}
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
