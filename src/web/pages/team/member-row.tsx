import { Badge, Menu, Text } from '@mantine/core';
import { useSession } from '../../app/session.ts';
import type { MemberRowFragment } from '../../gql/team.ts';
import { memberName } from '../../parts/member-name.ts';
import { Moment } from '../../parts/moment.tsx';
import { manages, roleTitles } from '../../parts/roles.ts';
import { RowMenu } from '../../parts/row-menu.tsx';

/** What is done with a member. */
export interface MemberAct {
  readonly kind: 'role' | 'passwordReset' | 'remove';
  readonly member: MemberRowFragment;
}

/** A dialog about a member is open while there is one. */
export interface MemberDialogProps {
  readonly member: MemberRowFragment | undefined;
  readonly onClose: () => void;
}

interface MemberRowProps {
  readonly member: MemberRowFragment;
  readonly onAct: (act: MemberAct) => void;
}

export function MemberRow({ member, onAct }: MemberRowProps) {
  const { user, role: own } = useSession();
  const { id, email, role, createdAt } = member;
  const name = memberName(member);
  const isSelf = id === user.id;
  const act = (kind: MemberAct['kind']) => () => onAct({ kind, member });
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
            <Menu.Item onClick={act('role')}>Change the role…</Menu.Item>
            {!isSelf && <Menu.Item onClick={act('passwordReset')}>Password reset link…</Menu.Item>}
            <Menu.Item color="var(--error-ink)" onClick={act('remove')}>
              {isSelf ? 'Leave the workspace…' : 'Remove from the workspace…'}
            </Menu.Item>
          </RowMenu>
        )}
      </td>
    </tr>
  );
}
