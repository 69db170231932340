import { Badge, Menu, Text } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import type { MemberRowFragment } from '../../gql/team.ts';
import type { Dialogs } from '../../kit/dialogs.tsx';
import { RowMenu } from '../../kit/list.tsx';
import { Moment } from '../../kit/moment.tsx';
import { manages, memberName, roleTitles } from '../../parts/members.ts';

export type MemberDialogs = Dialogs<'role' | 'passwordReset' | 'remove', MemberRowFragment>;

interface MemberRowProps {
  readonly member: MemberRowFragment;
  readonly dialogs: MemberDialogs;
}

export function MemberRow({ member, dialogs }: MemberRowProps) {
  const { user, role: own } = useSession();
  const { id, email, role, createdAt } = member;
  const name = memberName(member);
  const isSelf = id === user.id;
  return (
    <tr>
      <td>
        <Text fw={600} className="breaks">
          {name} {isSelf && <Badge>You</Badge>}
        </Text>
        <p className="hint breaks">{email}</p>
      </td>
      <td data-label="Role">{roleTitles[role]}</td>
      <td data-label="Joined">
        <Moment at={createdAt} />
      </td>
      <td className="actions">
        {manages(own, role) && (
          <RowMenu name={name}>
            <Menu.Item onClick={() => dialogs.open('role', member)}>Change the role…</Menu.Item>
            {!isSelf && (
              <Menu.Item onClick={() => dialogs.open('passwordReset', member)}>Password reset link…</Menu.Item>
            )}
            <Menu.Item color="var(--error-ink)" onClick={() => dialogs.open('remove', member)}>
              {isSelf ? 'Leave the workspace…' : 'Remove from the workspace…'}
            </Menu.Item>
          </RowMenu>
        )}
      </td>
    </tr>
  );
}
