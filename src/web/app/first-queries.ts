// Requests what the page at this address shows first, while the browser still loads the application: the build keeps this
// module and what it imports in a script of their own. Other pages request their data once they run.
import {
  persistedCall,
  persistedCalls,
  persistedContact,
  persistedContacts,
  persistedEvents,
  persistedSchedules,
  persistedSession,
  persistedToday,
} from '../gql/persisted.ts';
import { pageSize as callsPageSize, callsSearch, variablesOf as callsVariables } from '../pages/calls/search.ts';
import {
  pageSize as contactsPageSize,
  contactsSearch,
  variablesOf as contactsVariables,
  noStage,
} from '../pages/contacts/search.ts';
import { eventsSearch, variablesOf as eventsVariables } from '../pages/events/search.ts';
import { schedulesSearch, shownMember } from '../pages/schedules/search.ts';
import { todaySearch, variablesOf as todayVariables } from '../pages/today/search.ts';
import { type PersistedQuery, requestAhead } from './answers-ahead.ts';
import type { Session } from './session.ts';

type Query = readonly [PersistedQuery, Readonly<Record<string, unknown>>];
type Search = Readonly<Record<string, unknown>>;

const start = { cursor: 'start' };

/** By the first step of the path, what its page shows first; `id` is the second step, of the record that is open. */
const queries: Readonly<Record<string, (search: Search, session: Session, id: string | undefined) => Query[]>> = {
  '': (search, session) => [[persistedToday, todayVariables(todaySearch(search), session, Date.now())]],
  calls: (search, _, previewId) => {
    const shown = callsSearch(search);
    const list = { ...callsVariables(shown), ...start, limit: callsPageSize };
    return [
      // The week reads other calls, page after page.
      ...(shown.view === undefined ? [[persistedCalls, list] as const] : []),
      ...(previewId ? [[persistedCall, { previewId }] as const] : []),
    ];
  },
  contacts: (search, _, previewId) => {
    const { view, ...shown } = contactsSearch(search);
    // The board reads by stage, and a list of those without one needs the field of stages first.
    const hasList = view === undefined && shown.stages !== noStage;
    return [
      ...(hasList
        ? [[persistedContacts, { ...contactsVariables(shown, undefined), ...start, limit: contactsPageSize }] as const]
        : []),
      ...(previewId ? [[persistedContact, { previewId }] as const] : []),
    ];
  },
  events: (search, _, id) => (id ? [] : [[persistedEvents, { ...eventsVariables(eventsSearch(search)), ...start }]]),
  schedules: (search, session, id) =>
    id ? [] : [[persistedSchedules, { userId: shownMember(schedulesSearch(search), session) }]],
};

const client = { 'X-Slotline-Client': 'web' };

/** Once it is known who is signed in, and so before the application shows the page. */
async function requestPage(answer: Response): Promise<void> {
  const session: Session | undefined = (await answer.json().catch(() => undefined))?.data?.viewer;
  const [page = '', id, ...more] = location.pathname.split('/').filter(Boolean);
  if (!session || more.length > 0) return;
  const search = Object.fromEntries(new URLSearchParams(location.search));
  const headers = { ...client, 'X-Slotline-Workspace': String(session.workspace.id) };
  for (const [query, variables] of queries[page]?.(search, session, id) ?? []) requestAhead(query, variables, headers);
}

// In development the application sends documents, and no hashes.
if (!import.meta.env.DEV) requestAhead(persistedSession, {}, client, requestPage);
