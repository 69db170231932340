import { PasswordInput, SimpleGrid } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import { minPasswordLength } from '../../gql/limits.ts';
import { ChangePasswordDocument } from '../../gql/password.ts';
import { Form, useActForm } from '../../kit/form.tsx';
import { Panel } from '../../kit/layout.tsx';
import { notifyDone } from '../../kit/messages.tsx';

/** The password in use has to be typed: a tab that was left open must not be enough to take an account over. */
export function PasswordForm() {
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
