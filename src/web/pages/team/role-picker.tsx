import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { managedRoles } from '../../gql/roles.ts';
import { type Role, roleSentences, roleTitles } from '../../parts/roles.ts';

interface RolePickerProps {
  readonly value?: Role;
  readonly onChange?: (role: Role) => void;
  readonly error?: ReactNode;
}

/** The roles that the viewer may give, each with what it may do. */
export function RolePicker({ value, onChange, error }: RolePickerProps) {
  const { role: own } = useSession();
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange?.(role as Role)} error={error} withAsterisk>
      <Stack gap="sm" mt="xs" mb="xs">
        {managedRoles[own].map((role) => (
          <Radio key={role} value={role} label={roleTitles[role]} description={roleSentences[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
