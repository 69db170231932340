import { Button, Checkbox, Group, List, Modal, Select, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { EventChoiceDocument } from '../../gql/choices.ts';
import {
  RemoveMemberDocument,
  type RemoveMemberMutation,
  SuccessorsDocument,
  UpcomingCallCountDocument,
} from '../../gql/member-removal.ts';
import type { MemberRowFragment } from '../../gql/team.ts';
import type { DialogAbout } from '../../kit/dialogs.tsx';
import { Form, useActForm } from '../../kit/form.tsx';
import { useTypedSearch } from '../../kit/typed-search.ts';
import { memberName, roleTitles } from '../../parts/members.ts';
import { LastOwnerNote, useIsLastOwner } from './role-dialog.tsx';

/** Says what becomes of everything that the member has, and afterwards what became of it. */
export function RemoveDialog({ opened, onClose, about: shown }: DialogAbout<MemberRowFragment>) {
  const { user } = useSession();
  const [result, setResult] = useState<RemovedUser>();
  const removed = result?.userId === shown?.id ? result : undefined;
  const isSelf = shown?.id === user.id;
  const close = () => {
    // Whoever has left sees nothing of the workspace any more.
    if (isSelf && removed) location.assign('/');
    else onClose();
  };
  const name = shown ? memberName(shown) : '';
  const title = isSelf ? 'Leave the workspace?' : `Remove ${name}?`;
  return (
    <Modal opened={opened} onClose={close} title={removed ? `${name} has left` : title} size="lg">
      {removed ? (
        <RemovalResult removed={removed} onDone={close} />
      ) : (
        shown && <RemovalForm member={shown} isSelf={isSelf} onClose={onClose} onRemoved={setResult} />
      )}
    </Modal>
  );
}

type RemovedUser = NonNullable<RemoveMemberMutation['removeUser']>;

interface RemovalFormProps {
  readonly member: MemberRowFragment;
  readonly isSelf: boolean;
  readonly onClose: () => void;
  readonly onRemoved: (removed: RemovedUser) => void;
}

function RemovalForm({ member, isSelf, onClose, onRemoved }: RemovalFormProps) {
  const isLastOwner = useIsLastOwner(member);
  const { form, frame } = useActForm({
    document: RemoveMemberDocument,
    fieldErrors,
    initialValues: { transferTo: null as string | null, cancelCalls: false },
    validate: {},
    variables: ({ transferTo, cancelCalls }) => ({
      input: { id: member.id, transferTo: transferTo === null ? undefined : Number(transferTo), cancelCalls },
    }),
    onDone: ({ removeUser }) => removeUser && onRemoved(removeUser),
  });
  const action = isSelf ? 'Leave the workspace' : 'Remove the member';
  return (
    <Form {...frame} action={isLastOwner ? undefined : action} isDangerous onCancel={onClose}>
      {isLastOwner ? (
        <LastOwnerNote />
      ) : (
        <>
          <Losses isSelf={isSelf} />
          <SuccessorSelect memberId={member.id} {...form.getInputProps('transferTo')} />
          <Checkbox
            label="Cancel upcoming calls that cannot be transferred"
            description="Including calls at times when the new host is not available"
            {...form.getInputProps('cancelCalls', { type: 'checkbox' })}
          />
        </>
      )}
    </Form>
  );
}

function Losses({ isSelf }: { readonly isSelf: boolean }) {
  return (
    <List size="sm" spacing={4}>
      <List.Item>{isSelf ? 'You lose' : 'They lose'} access to this workspace at once, in every session.</List.Item>
      <List.Item>
        {isSelf ? 'Your' : 'Their'} API keys are revoked, and connections with apps end: anything that uses them stops.
      </List.Item>
      <List.Item>{isSelf ? 'Your' : 'Their'} schedules and times off are deleted.</List.Item>
      <List.Item>
        Apps that {isSelf ? 'you' : 'they'} registered keep working, and are transferred, or go to an owner.
      </List.Item>
      <List.Item>Past calls, deals and transactions stay, with {isSelf ? 'your' : 'their'} name.</List.Item>
    </List>
  );
}

/** What speaks against the removal itself is shown at the one field that has a text. */
function fieldErrors({ id, ...fields }: Readonly<Record<string, string>>): Record<string, string> {
  return id === undefined ? fields : { transferTo: id, ...fields };
}

interface SuccessorSelectProps {
  readonly memberId: number;
  readonly value?: string | null;
  readonly onChange?: (userId: string | null) => void;
  readonly error?: ReactNode;
}

/** Transfer to, found by name among all members. */
function SuccessorSelect({ memberId, value, onChange, error }: SuccessorSelectProps) {
  const [{ data: upcoming }] = useQuery({ query: UpcomingCallCountDocument, variables: { userId: memberId } });
  const calls = upcoming?.eventCalls?.count;
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const { data, input } = useTypedSearch(SuccessorsDocument, chosen?.label);
  const found = (data?.users?.users ?? [])
    .filter(({ id }) => id !== memberId)
    .map((each) => ({ value: String(each.id), label: `${memberName(each)} (${roleTitles[each.role].toLowerCase()})` }));
  const options = chosen && !found.some((each) => each.value === chosen.value) ? [chosen, ...found] : found;
  return (
    <>
      <Select
        label="Transfer to"
        description="Upcoming calls, contacts and apps. If you choose nobody, the contacts have no owner."
        placeholder="Nobody"
        data={options}
        {...input}
        clearable
        clearButtonProps={{ 'aria-label': 'Transfer to nobody' }}
        value={value}
        onChange={(userId, option) => {
          setChosen(option ? { value: option.value, label: option.label } : undefined);
          onChange?.(userId);
        }}
        error={error}
      />
      {calls !== undefined && (
        <p className="hint">
          {calls === 1 ? 'There is one upcoming call.' : `There are ${calls || 'no'} upcoming calls.`}
        </p>
      )}
    </>
  );
}

/** What became of what the member had, in numbers. */
function RemovalResult({ removed, onDone }: { readonly removed: RemovedUser; readonly onDone: () => void }) {
  const lines = [
    [removed.callsTransferred, 'upcoming call has a new host', 'upcoming calls have a new host'],
    [removed.callsCancelled, 'upcoming call was cancelled', 'upcoming calls were cancelled'],
    [removed.contacts, 'contact has a new owner, or none', 'contacts have a new owner, or none'],
    [removed.oauthClients, 'app was handed over', 'apps were handed over'],
    [removed.apiKeysRevoked, 'API key was revoked', 'API keys were revoked'],
    [removed.connectionsRevoked, 'connection with an app was ended', 'connections with apps were ended'],
    [removed.sessionsEnded, 'session was ended', 'sessions were ended'],
  ] as const;
  const some = lines.filter(([count]) => count > 0);
  return (
    <Stack gap="md">
      {some.length === 0 ? (
        <Text size="sm">Nothing had to be handed over or ended.</Text>
      ) : (
        <List size="sm" spacing={4}>
          {some.map(([count, one, many]) => (
            <List.Item key={one}>
              {count} {count === 1 ? one : many}
            </List.Item>
          ))}
        </List>
      )}
      {removed.eventsWithoutHost.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            Nobody hosts these events any more, so they cannot be booked:
          </Text>
          <List size="sm" mt={4}>
            {removed.eventsWithoutHost.map((id) => (
              <EventName key={id} id={id} />
            ))}
          </List>
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={onDone} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

function EventName({ id }: { readonly id: number }) {
  const [{ data }] = useQuery({ query: EventChoiceDocument, variables: { id }, requestPolicy: 'cache-first' });
  return <List.Item>{data?.event?.name ?? `Event ${id}`}</List.Item>;
}
