import { PasswordInput, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { useServer, useSession } from '../../app/session.ts';
import { minPasswordLength } from '../../gql/limits.ts';
import { ChangePasswordDocument } from '../../gql/password.ts';
import { UpdateViewerDocument } from '../../gql/profile.ts';
import { SessionDocument } from '../../gql/session.ts';
import { Form, useActForm } from '../../kit/form.tsx';
import { PageHeader, Panel } from '../../kit/layout.tsx';
import { notifyDone } from '../../kit/messages.tsx';
import { ZoneSelect } from '../../kit/zone-select.tsx';
import { type PictureChange, PictureInput, savePicture } from '../../parts/picture-input.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { WorkspacesPanel } from './workspaces-panel.tsx';

export function AccountPage() {
  return (
    <>
      <PageHeader
        title="Account"
        summary="Your profile, password and sessions, in every workspace that you belong to."
      />
      <ProfileForm />
      <OwnPicture />
      <WorkspacesPanel />
      <PasswordForm />
      <SessionsPanel />
    </>
  );
}

/** Name, the time zone in which the application shows all times, and what is of this workspace alone. */
function ProfileForm() {
  const { user, workspace, memberships } = useSession();
  const { emails } = useServer();
  const { meetingLink, weeklyMail = false } = memberships.find(({ workspaceId }) => workspaceId === workspace.id) ?? {};
  const { form, frame } = useActForm({
    document: UpdateViewerDocument,
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      timeZone: user.timeZone,
      meetingLink: meetingLink ?? '',
      weeklyMail,
    },
    validate: { firstName: (name) => (name.trim() === '' ? 'Enter your first name' : null) },
    variables: ({ meetingLink: link, ...profile }) => ({ input: { ...profile, meetingLink: link.trim() || null } }),
    onDone: (_, { resetDirty }, sent) => {
      resetDirty(sent);
      notifyDone('Saved');
    },
  });
  return (
    <Panel title="Profile">
      <Form {...frame} action="Save" isDisabled={!form.isDirty()}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label="First name" autoComplete="given-name" withAsterisk {...form.getInputProps('firstName')} />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
          <TextInput
            label="Email"
            value={user.email}
            readOnly
            description="Only the operator of this server can change it"
          />
          <ZoneSelect
            label="Time zone"
            description="Times are shown in this zone"
            allowDeselect={false}
            {...form.getInputProps('timeZone')}
          />
          <TextInput
            label="Meeting link"
            description={`Used for your calls in ${workspace.name} when the event has no meeting link`}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://meet.example.com/you"
            {...form.getInputProps('meetingLink')}
          />
          <Switch
            label="Weekly email"
            description={
              emails
                ? `On Monday from 8:00, the numbers of your last week in ${workspace.name}`
                : 'This server sends no emails'
            }
            disabled={!emails}
            {...form.getInputProps('weeklyMail', { type: 'checkbox' })}
          />
        </SimpleGrid>
      </Form>
    </Panel>
  );
}

/** The picture of the person in this workspace, which is stored as soon as it is chosen. */
function OwnPicture() {
  const { user, workspace, memberships } = useSession();
  const urql = useClient();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { pictureUrl = null } = memberships.find(({ workspaceId }) => workspaceId === workspace.id) ?? {};
  const store = async (change: PictureChange) => {
    setIsBusy(true);
    const refused = await savePicture({ path: '/account/picture', field: 'picture' }, change);
    setProblem(refused?.text);
    if (!refused) await urql.query(SessionDocument, {}, { requestPolicy: 'network-only' }).toPromise();
    setIsBusy(false);
    if (refused) return;
    notifyDone(change ? 'Your picture is stored' : 'Your picture is removed');
  };
  return (
    <Panel title="Picture" summary={`Booking pages of ${workspace.name} show it beside your name.`}>
      <PictureInput
        label="Your picture"
        description="A square JPG, PNG, WebP or SVG of at most 2 MB."
        isSquare
        name={user.firstName}
        url={pictureUrl}
        change={undefined}
        onChange={store}
        problem={problem}
        isBusy={isBusy}
      />
    </Panel>
  );
}

/** The password in use has to be typed: a tab that was left open must not be enough to take an account over. */
function PasswordForm() {
  const { user } = useSession();
  const { form, frame } = useActForm({
    document: ChangePasswordDocument,
    once: false,
    ifUnanswered:
      'We do not know whether your password was changed. Try again: if the current one is refused, the new one is already in use.',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (typed) => (typed === '' ? 'Enter your current password' : null),
      newPassword: (typed, { currentPassword }) => {
        if ([...typed].length < minPasswordLength) return `Must be at least ${minPasswordLength} characters`;
        return typed === currentPassword ? 'Must differ from the current password' : null;
      },
    },
    variables: (input) => ({ input }),
    onDone: ({ changePassword }, { reset }) => {
      if (!changePassword) return;
      reset();
      notifyDone(`Your password is changed. ${endedSessions(changePassword.sessionsEnded)}`);
    },
  });
  return (
    <Panel
      title="Password"
      summary="A new password signs you out everywhere else. API keys and connected apps keep working."
    >
      <Form {...frame} action="Change password">
        {/* Password managers store the new password under this name. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            maxLength={200}
            withAsterisk
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description={`At least ${minPasswordLength} characters; 15 or more are better. A few random words are easy to remember.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="new-password"
            maxLength={200}
            withAsterisk
            {...form.getInputProps('newPassword')}
          />
        </SimpleGrid>
      </Form>
    </Panel>
  );
}

function endedSessions(count: number): string {
  if (count === 0) return 'You were signed in nowhere else.';
  return count === 1 ? 'One other session has ended.' : `${count} other sessions have ended.`;
}
