import { PageHeader } from '../../parts/page-header.tsx';
import { ProfileForm } from './profile-form.tsx';

export function AccountPage() {
  return (
    <>
      <PageHeader title="Account" summary="What belongs to you, in every workspace that you are a member of." />
      <ProfileForm />
    </>
  );
}
