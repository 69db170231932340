import { useQuery } from 'urql';
import { SessionDocument, type SessionQuery } from '../gql/session.ts';
import { client, setWorkspace } from './client.ts';
import { signInAddress } from './interruptions.tsx';
import { problemOf } from './problem.ts';

export type Session = NonNullable<SessionQuery['viewer']>;

/** Reads who is signed in, and leads to the sign-in page where nobody is. Throws where the server gives no answer. */
export async function loadSession(): Promise<Session> {
  const { data, error } = await client.query(SessionDocument, {}).toPromise();
  if (data?.viewer) {
    setWorkspace(data.viewer.workspace.id);
    return data.viewer;
  }
  if (!error || problemOf(error).interruption === 'sessionEnded') {
    location.replace(signInAddress());
    // The browser leaves the page, so nothing is shown meanwhile.
    return new Promise(() => undefined);
  }
  throw error;
}

/** Who is signed in. The router loads it before any page. */
export function useSession(): Session {
  const [{ data }] = useQuery({ query: SessionDocument, requestPolicy: 'cache-first' });
  if (!data?.viewer) throw new Error('A page was shown before the session was loaded');
  return data.viewer;
}

/** Whether the role reaches Settings → Developer and the invitations of the team. */
export function isTeamLead({ role }: Session): boolean {
  return role === 'OWNER' || role === 'ADMIN';
}
