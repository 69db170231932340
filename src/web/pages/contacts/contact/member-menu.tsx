import { Button, Menu } from '@mantine/core';
import { useSession } from '../../../app/session.ts';
import { isTeamLead } from '../../../app/team-lead.ts';
import { type ContactRecordFragment, UpdateContactDocument } from '../../../gql/contact.ts';
import { useAct } from '../../../kit/act.ts';
import { notifyDone, ProblemNote } from '../../../kit/messages.tsx';
import type { MemberChoice } from '../../../parts/answers/fields.ts';
import { memberName } from '../../../parts/members.ts';

const kinds = {
  owner: { title: 'Owner', idOf: ({ userId }: ContactRecordFragment) => userId, input: ownerInput },
  setter: { title: 'Setter', idOf: ({ setterId }: ContactRecordFragment) => setterId, input: setterInput },
} as const;

interface MemberMenuProps {
  readonly contact: ContactRecordFragment;
  readonly kind: keyof typeof kinds;
  readonly members: readonly MemberChoice[];
}

interface Assigned {
  readonly id: number | null;
  readonly name: string;
}

/** The owner or the setter of a contact, with a menu of others: closers and setters name themselves alone. */
export function MemberMenu({ contact, kind, members }: MemberMenuProps) {
  const session = useSession();
  const { act, isBusy, problem } = useAct(UpdateContactDocument);
  const { title, idOf, input } = kinds[kind];
  const isLead = isTeamLead(session);
  const memberId = idOf(contact);
  const shown = kind === 'owner' ? contact.ownerMember : contact.setter;
  const name = shown ? memberName(shown) : 'Nobody';
  const choices = members.filter(({ value }) => isLead || value === String(session.user.id));
  const give = async (next: Assigned, before: Assigned) => {
    const done = await act({ input: { contactId: contact.id, ...input(next.id, before.id) } });
    // Closers and setters cannot name somebody else again.
    if (done) notifyDone(`${title}: ${next.name}`, isLead ? () => give(before, next) : undefined);
  };
  const assigned = { id: memberId, name };
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button
            className="member-button"
            variant="default"
            size="compact-sm"
            disabled={isBusy}
            aria-label={`${title}: ${name}`}
          >
            <bdi>{name}</bdi>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="member-menu">
          {choices.map(({ value, label }) => (
            <Menu.Item
              key={value}
              disabled={value === String(memberId)}
              onClick={() => give({ id: Number(value), name: label }, assigned)}
            >
              <bdi>{label}</bdi>
            </Menu.Item>
          ))}
          {isLead && (
            <Menu.Item disabled={memberId === null} onClick={() => give({ id: null, name: 'Nobody' }, assigned)}>
              Nobody
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ProblemNote problem={problem} />
    </>
  );
}

/** Of two who change it at the same moment, the second learns of the first. */
function ownerInput(userId: number | null, expectedUserId: number | null) {
  return { userId, expectedUserId };
}

function setterInput(setterId: number | null, expectedSetterId: number | null) {
  return { setterId, expectedSetterId };
}
