import { Text, Title } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';
import { TeamLeadsDocument } from '../../gql/team.ts';
import { useTitle } from '../../kit/layout.tsx';
import { memberName, roleTitles } from '../../parts/members.ts';

/** Settings → Developer, for owners and admins; the server refuses others besides. */
export function DeveloperArea() {
  return isTeamLead(useSession()) ? <Outlet /> : <WhomToAsk />;
}

/** For members whose role does not reach these pages. */
function WhomToAsk() {
  useTitle('Developer');
  const [{ data }] = useQuery({ query: TeamLeadsDocument });
  return (
    <section className="message">
      <Title order={1} size="h2">
        Only owners and admins can open this page
      </Title>
      <Text mt="sm">Ask one of them for what you need:</Text>
      <ul>
        {data?.users?.users.map((member) => (
          <li key={member.id}>
            <bdi>{memberName(member)}</bdi>, {roleTitles[member.role].toLowerCase()} ({member.email})
          </li>
        ))}
      </ul>
    </section>
  );
}
