import { Button, Checkbox, Select, Text, Title } from '@mantine/core';
import { useServer } from '../../../app/session.ts';
import type { EventSettingsFragment, MailRecipient } from '../../../gql/event.ts';
import { PlusIcon } from '../../../kit/icons.tsx';
import { lazyPart } from '../../../kit/lazy-part.tsx';
import { optionsOf } from '../../../kit/options.ts';
import { FieldError } from './field-error.tsx';
import { ListButtons } from './list-buttons.tsx';
import { MailPreview, recipientTitles } from './mail-preview.tsx';
import { SectionPanel } from './section-frame.tsx';
import { useSection } from './use-section.ts';

/** The field for its number weighs more than the section. */
const ReminderTime = lazyPart(() => import('./reminder-time.tsx'), 'ReminderTime');

interface Reminder {
  readonly minutesBefore: number | string;
  readonly recipient: MailRecipient;
}

const valuesOf = ({ sendsMail, reminders }: EventSettingsFragment) => ({
  sendsMail,
  reminders: reminders.map(({ minutesBefore, recipient }): Reminder => ({ minutesBefore, recipient })),
});

const inputOf = ({ sendsMail, reminders }: ReturnType<typeof valuesOf>) => ({
  sendsMail,
  reminders: reminders.map(({ minutesBefore, recipient }) => ({ minutesBefore: Number(minutesBefore), recipient })),
});

const maxReminders = 10;

/** The mails about calls of the event, and how they look. */
export function MailSection({ event }: { readonly event: EventSettingsFragment }) {
  const { form, errorOf, frame } = useSection({ name: 'mail', event, valuesOf, inputOf });
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
          checked={sendsMail}
          onChange={({ currentTarget }) => form.setFieldValue('sendsMail', currentTarget.checked)}
          error={errorOf('sendsMail')}
        />
        {sendsMail && (
          <section aria-labelledby="reminders">
            <Title order={3} size="h6" id="reminders">
              Reminders
            </Title>
            <Text size="sm" c="dimmed">
              Existing calls keep their reminders until they are moved.
            </Text>
            <ol className="reminder-rows">
              {reminders.map(({ minutesBefore, recipient }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a reminder has nothing that stays.
                <li key={index} aria-label={`Reminder ${index + 1}`}>
                  <ReminderTime
                    minutes={minutesBefore}
                    onChange={(minutes) => form.setFieldValue(`reminders.${index}.minutesBefore`, minutes)}
                    error={errorOf(`reminders.${index}.minutesBefore`)}
                  />
                  <Select
                    aria-label="Recipient"
                    data={optionsOf(recipientTitles)}
                    value={recipient}
                    onChange={(chosen) =>
                      chosen && form.setFieldValue(`reminders.${index}.recipient`, chosen as MailRecipient)
                    }
                    allowDeselect={false}
                  />
                  <ListButtons
                    name={`reminder ${index + 1}`}
                    index={index}
                    count={reminders.length}
                    onRemove={() => form.removeListItem('reminders', index)}
                  />
                </li>
              ))}
            </ol>
            <FieldError>{errorOf('reminders')}</FieldError>
            {reminders.length < maxReminders && (
              <Button
                variant="default"
                size="xs"
                leftSection={<PlusIcon size={16} />}
                onClick={() => form.insertListItem('reminders', { minutesBefore: 60, recipient: 'INVITEE' })}
              >
                Add reminder
              </Button>
            )}
          </section>
        )}
      </SectionPanel>
      <MailPreview event={event} />
    </>
  );
}
