import { Group, NativeSelect, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
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

export const recipientTitles: Readonly<Record<MailRecipient, string>> = { INVITEE: 'Invitee', HOST: 'Host' };

const kindTitles: Readonly<Record<NotificationKind, string>> = {
  INVITATION: 'After a booking',
  CHANGE: 'After a move',
  CANCELLATION: 'After a cancellation',
  REMINDER: 'As a reminder',
};

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
    <Panel title="Preview" summary="An example with a made-up call, as it would be sent now.">
      <Group gap="sm" mb="md">
        {select('Email', kindTitles, kind, setKind)}
        {select('To', recipientTitles, recipient, setRecipient)}
        {select('Language', languageTitles, language, setLanguage)}
      </Group>
      <QueryView query={query}>
        {({ previewMail }) => previewMail && <Mail subject={previewMail.subject} html={previewMail.html} />}
      </QueryView>
    </Panel>
  );
}

/** In a frame of its own, where no script runs and which no part of this page reaches. */
function Mail({ subject, html }: { readonly subject: string; readonly html: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html; charset=utf-8' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [html]);
  return (
    <>
      <Text size="sm" mb="xs" className="breaks">
        Subject: {subject}
      </Text>
      {address && <iframe className="mail-preview" title="The email" src={address} sandbox="" />}
    </>
  );
}
