import { PageHeader } from '../../kit/layout.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
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
      <WorkspacesPanel />
      <PasswordForm />
      <SessionsPanel />
    </>
  );
}
