import { Outlet } from '@tanstack/react-router';
import { MissingPage } from '../../app/error-page.tsx';
import { useSession } from '../../app/session.ts';
import { isTeamLead } from '../../app/team-lead.ts';

/** Settings → Developer. For members without the role there is no such page; the server refuses them besides. */
export function DeveloperArea() {
  return isTeamLead(useSession()) ? <Outlet /> : <MissingPage />;
}
