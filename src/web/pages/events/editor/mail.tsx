import { Checkbox, NativeSelect, NumberInput, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useServer } from '../../../app/session.ts';
import type { EventSettingsFragment, MailRecipient } from '../../../gql/event.ts';
import { optionsOf } from '../../../kit/options.ts';
import { MailPreview, reminderTitles } from './mail-preview.tsx';
import { AddRow, RowList } from './row-list.tsx';
import { SectionPanel, useSection } from './section.tsx';

const valuesOf = ({ sendsMail, reminders }: EventSettingsFragment) => ({
  sendsMail,
  reminders: reminders as readonly { readonly minutesBefore: number | string; readonly recipient: MailRecipient }[],
});

const inputOf = ({ sendsMail, reminders }: ReturnType<typeof valuesOf>) => ({
  sendsMail,
  reminders: reminders.map(({ minutesBefore, recipient }) => ({ minutesBefore: Number(minutesBefore), recipient })),
});

const maxReminders = 10;

/** The mails about calls of the event, and how they look. */
export function MailSection({ event }: { readonly event: EventSettingsFragment }) {
  const { form, errorOf, field, checkbox, frame } = useSection({ name: 'mail', event, valuesOf, inputOf });
  const { emails } = useServer();
  const { sendsMail, reminders } = form.values;
  return (
    <>
      <SectionPanel
        name="mail"
        frame={frame}
        summary={
          emails
            ? undefined
            : 'This server sends no email. Its operator can change that; these settings apply from then on.'
        }
      >
        <Checkbox
          label="Send email about calls to the invitee and the host"
          description="When a call is booked, moved and cancelled"
          {...checkbox('sendsMail')}
        />
        {sendsMail && (
          <RowList
            title="Reminders"
            hint="Existing calls keep their reminders until they are moved."
            {...{ form, path: 'reminders', rows: reminders }}
            nameOf={(_, index) => `reminder ${index + 1}`}
            className="reminder-rows"
            error={errorOf('reminders')}
            add={
              reminders.length < maxReminders && (
                <AddRow onClick={() => form.insertListItem('reminders', { minutesBefore: 60, recipient: 'INVITEE' })}>
                  Add reminder
                </AddRow>
              )
            }
          >
            {(_, index) => (
              <>
                <ReminderTime {...field(`reminders.${index}.minutesBefore`)} />
                <Select
                  aria-label="Recipient"
                  data={optionsOf(reminderTitles)}
                  allowDeselect={false}
                  {...field(`reminders.${index}.recipient`)}
                />
              </>
            )}
          </RowList>
        )}
      </SectionPanel>
      <MailPreview event={event} />
    </>
  );
}

const units = [
  { value: '1440', label: 'days before' },
  { value: '60', label: 'hours before' },
  { value: '1', label: 'minutes before' },
];

interface ReminderTimeProps {
  /** In minutes. */
  readonly value?: number | string;
  readonly onChange: (minutes: number | string) => void;
  readonly error?: ReactNode;
}

/** How long before the call, in the largest unit that fits. */
function ReminderTime({ value: minutes = '', onChange, error }: ReminderTimeProps) {
  const fits = (unit: number) => minutes !== '' && Number(minutes) % unit === 0;
  const [chosen, setChosen] = useState(() => Number(units.find(({ value }) => fits(Number(value)))?.value ?? 1));
  // Another number of minutes may have come from elsewhere.
  const unit = fits(chosen) || minutes === '' ? chosen : 1;
  return (
    <>
      <NumberInput
        aria-label="How long before the call"
        min={1}
        allowDecimal={false}
        value={minutes === '' ? '' : Number(minutes) / unit}
        onChange={(typed) => onChange(typed === '' ? '' : Number(typed) * unit)}
        error={error}
      />
      <NativeSelect
        aria-label="Unit"
        data={units}
        value={String(unit)}
        onChange={({ currentTarget }) => {
          const next = Number(currentTarget.value);
          setChosen(next);
          if (minutes !== '') onChange((Number(minutes) / unit) * next);
        }}
      />
    </>
  );
}
