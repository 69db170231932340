import { useMutation, useQuery } from 'urql';
import { SessionDocument, type SessionQuery, SwitchWorkspaceDocument } from '../gql/session.ts';
import { notifyDone, notifyProblem } from '../kit/messages.tsx';
import { client, optionsInAnyWorkspace, setWorkspace } from './client.ts';
import { interrupt, resume } from './interruption.ts';
import { problemOf } from './problem.ts';
import { onNewsOfOtherTabs, tellOtherTabs } from './tabs.ts';

export type Session = NonNullable<SessionQuery['viewer']>;

/** What this tab shows. It stays the same until the page is loaded anew. */
let shown: Session | undefined;

export function shownWorkspace(): Session['workspace'] | undefined {
  return shown?.workspace;
}

/** Reads who is signed in, and leads to the sign-in page where nobody is. Throws where the server gives no answer. */
export async function loadSession(): Promise<Session> {
  const { data, error } = await client.query(SessionDocument, {}, { requestPolicy: 'cache-first' }).toPromise();
  if (data?.viewer) {
    if (!shown) {
      await followWorkspaceOfLink(data.viewer);
      show(data.viewer);
    }
    return data.viewer;
  }
  if (!error || problemOf(error).interruption === 'sessionEnded') {
    location.replace(signInAddress());
    // The browser leaves the page, so nothing is shown meanwhile.
    return new Promise(() => undefined);
  }
  throw error;
}

/**
 * Switches to the workspace that a link of a mail names, where the session is in another one: the page would show the records of the
 * wrong one. Who is in that workspace no more sees the page of the present one.
 */
async function followWorkspaceOfLink({ workspace }: Session): Promise<void> {
  if (import.meta.env.SSR) return;
  const address = new URL(location.href);
  const workspaceId = Number(address.searchParams.get('workspace'));
  if (!Number.isInteger(workspaceId) || workspaceId <= 0 || workspaceId === workspace.id) return;
  const options = { fetchOptions: optionsInAnyWorkspace() };
  const { error } = await client.mutation(SwitchWorkspaceDocument, { input: { workspaceId } }, options).toPromise();
  if (error) return;
  address.searchParams.delete('workspace');
  location.replace(address);
  // The browser loads the page anew, so nothing is shown meanwhile.
  await new Promise(() => undefined);
}

function show(session: Session): void {
  shown = session;
  setWorkspace(session.workspace.id);
  tellOtherTabs({ userId: session.user.id, workspaceId: session.workspace.id });
}

onNewsOfOtherTabs((signedIn) => {
  if (!shown) return;
  if (!signedIn) interrupt('sessionEnded');
  else if (signedIn.userId !== shown.user.id) interrupt('personChanged');
  else if (signedIn.workspaceId !== shown.workspace.id) interrupt('workspaceChanged');
  else if (resume()) notifyDone('You can go on here');
});

/** After a change of the viewer's own role: pages and controls come and go with it. */
export async function reloadSession(): Promise<void> {
  await client.query(SessionDocument, {}, { requestPolicy: 'network-only' }).toPromise();
}

/** Who is signed in. The router loads it before any page. */
export function useSession(): Session {
  const [{ data }] = useQuery({ query: SessionDocument, requestPolicy: 'cache-first' });
  if (!data?.viewer) throw new Error('A page was shown before the session was loaded');
  return data.viewer;
}

/** What the server offers. It comes with the session. */
export function useServer(): NonNullable<SessionQuery['server']> {
  const [{ data }] = useQuery({ query: SessionDocument, requestPolicy: 'cache-first' });
  return data?.server ?? { signUp: false, emails: false, webhookLoopback: false };
}

/** Lets the session go on in another workspace. Tells the person where that fails. */
export function useSwitchWorkspace(): (workspaceId: number) => Promise<boolean> {
  const [, execute] = useMutation(SwitchWorkspaceDocument);
  return async (workspaceId) => {
    const { error } = await execute({ input: { workspaceId } }, { fetchOptions: optionsInAnyWorkspace() });
    if (error) notifyProblem(problemOf(error));
    else if (shown) tellOtherTabs({ userId: shown.user.id, workspaceId });
    return !error;
  };
}

/** The address that the sign-in page leads back to. */
export function signInAddress(): string {
  return `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
}
