import { Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import {
  type EventSettingsFragment,
  type Language,
  MailPreviewDocument,
  type MailRecipient,
  type NotificationKind,
} from '../../../gql/event.ts';
import { Panel } from '../../../kit/layout.tsx';
import { QueryView } from '../../../kit/list/query-view.tsx';
import { optionsOf } from '../../../kit/options.ts';
import { languageTitles } from '../../../parts/languages.ts';
import { MailFrame, mailKindTitles } from '../../../parts/mail-frame.tsx';

export const reminderTitles = { INVITEE: 'Invitee and guests', HOST: 'Host' } as const;
const recipientTitles: Readonly<Record<MailRecipient, string>> = { INVITEE: 'Invitee', HOST: 'Host', GUEST: 'Guest' };

/** A mail as it would be sent with the settings that are saved. */
export function MailPreview({ event }: { readonly event: EventSettingsFragment }) {
  const [kind, setKind] = useState<NotificationKind>('INVITATION');
  const [recipient, setRecipient] = useState<MailRecipient>('INVITEE');
  const [language, setLanguage] = useState<Language>('en');
  const query = useQuery({ query: MailPreviewDocument, variables: { eventId: event.id, kind, recipient, language } });
  const select = <Value extends string>(
    label: string,
    titles: Readonly<Record<Value, string>>,
    value: Value,
    onChange: (value: Value) => void,
  ) => (
    <NativeSelect
      label={label}
      data={optionsOf(titles)}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
    />
  );
  return (
    <Panel title="Preview" summary="The latest call of the event, or an example, as it would be sent now.">
      <Group gap="sm" mb="md">
        {select('Email', mailKindTitles, kind, setKind)}
        {select('To', recipientTitles, recipient, setRecipient)}
        {select('Language', languageTitles, language, setLanguage)}
      </Group>
      <QueryView query={query}>
        {({ previewMail }) => previewMail && <MailFrame subject={previewMail.subject} html={previewMail.html} />}
      </QueryView>
    </Panel>
  );
}
