import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  defaultParseSearch,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import { type PlusKind, withPluses } from '#src/lib/network/query-plus.ts';
import { auditSearch } from '../pages/audit-log/search.ts';
import { calendarsSearch } from '../pages/calendars/search.ts';
import { callsSearch } from '../pages/calls/search.ts';
import { contactsSearch } from '../pages/contacts/search.ts';
import { dealsSearch } from '../pages/deals/search.ts';
import { apiKeySearch } from '../pages/developer/api-keys/search.ts';
import { requestSearch } from '../pages/developer/requests/search.ts';
import { endpointSearch } from '../pages/developer/webhooks/endpoint/search.ts';
import { eventSearch, eventsSearch } from '../pages/events/search.ts';
import { fieldsSearch } from '../pages/fields/search.ts';
import { overviewSearch } from '../pages/overview/search.ts';
import { scheduleSearch } from '../pages/schedules/schedule/search.ts';
import { schedulesSearch } from '../pages/schedules/search.ts';
import { teamSearch } from '../pages/team/search.ts';
import { todaySearch } from '../pages/today/search.ts';
import { ErrorPage, MissingPage } from './error-page.tsx';
import { onHydrated } from './hydration.ts';
import { loaded } from './loaded.ts';
import { loadSession, type Session } from './session.ts';
import { Shell } from './shell.tsx';
import { isTeamLead } from './team-lead.ts';

/** The component of a page, which is loaded when it is needed. */
function lazyPage<Module extends object, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazyRouteComponent(async () => {
    const Page = (await loaded(load))[name] as ComponentType;
    return { default: () => <HydratedPage by={Page} /> };
  });
}

function HydratedPage({ by: Page }: { readonly by: ComponentType }) {
  useEffect(onHydrated, []);
  return <Page />;
}

/** Every page needs a session. */
const root = createRootRouteWithContext()({
  beforeLoad: async (): Promise<{ session: Session }> => ({ session: await loadSession() }),
  component: Shell,
  // Inside the frame of the application, with its navigation.
  notFoundComponent: MissingPage,
});

const today = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: todaySearch,
  component: lazyPage(() => import('../pages/today/page.tsx'), 'TodayPage'),
});

const overview = createRoute({
  getParentRoute: () => root,
  path: '/overview',
  validateSearch: overviewSearch,
  component: lazyPage(() => import('../pages/overview/page.tsx'), 'OverviewPage'),
});

const calls = createRoute({
  getParentRoute: () => root,
  path: '/calls',
  validateSearch: callsSearch,
  loaderDeps: ({ search: { view } }) => ({ view }),
  // What the page loads when it is needed is there before the page is shown.
  loader: ({ deps: { view } }) => view && loaded(() => import('../pages/calls/week/view.tsx')),
  component: lazyPage(() => import('../pages/calls/page.tsx'), 'CallsPage'),
});

/** Beside the list. */
const call = createRoute({
  getParentRoute: () => calls,
  path: '$previewId',
  component: lazyPage(() => import('../pages/calls/call/page.tsx'), 'CallPage'),
});

const contacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts',
  validateSearch: contactsSearch,
  loaderDeps: ({ search: { view } }) => ({ view }),
  loader: ({ deps: { view } }) => view && loaded(() => import('../pages/contacts/board.tsx')),
  component: lazyPage(() => import('../pages/contacts/page.tsx'), 'ContactsPage'),
});

/** Beside the list. */
const contact = createRoute({
  getParentRoute: () => contacts,
  path: '$previewId',
  component: lazyPage(() => import('../pages/contacts/contact/page.tsx'), 'ContactPage'),
});

const deals = createRoute({
  getParentRoute: () => root,
  path: '/deals',
  validateSearch: dealsSearch,
  loaderDeps: ({ search: { view } }) => ({ view }),
  loader: ({ deps: { view } }) => {
    if (view === 'board') return loaded(() => import('../pages/deals/board.tsx'));
    return view && loaded(() => import('../pages/deals/payments.tsx'));
  },
  component: lazyPage(() => import('../pages/deals/page.tsx'), 'DealsPage'),
});

/** Beside the list. */
const deal = createRoute({
  getParentRoute: () => deals,
  path: '$id',
  component: lazyPage(() => import('../pages/deals/deal/page.tsx'), 'DealPage'),
});

const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  validateSearch: eventsSearch,
  component: lazyPage(() => import('../pages/events/page.tsx'), 'EventsPage'),
});

const event = createRoute({
  getParentRoute: () => root,
  path: '/events/$id',
  validateSearch: eventSearch,
  loaderDeps: ({ search: { section } }) => ({ isFirst: section === undefined }),
  loader: ({ deps: { isFirst } }) => isFirst && loaded(() => import('../pages/events/editor/basics.tsx')),
  component: lazyPage(() => import('../pages/events/editor/page.tsx'), 'EventPage'),
});

const schedules = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  validateSearch: schedulesSearch,
  component: lazyPage(() => import('../pages/schedules/page.tsx'), 'SchedulesPage'),
});

const schedule = createRoute({
  getParentRoute: () => root,
  path: '/schedules/$id',
  validateSearch: scheduleSearch,
  component: lazyPage(() => import('../pages/schedules/schedule/page.tsx'), 'SchedulePage'),
});

const settings = createRoute({ getParentRoute: () => root, path: '/settings' });

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: isTeamLead(context.session) ? '/settings/developer' : '/settings/account', replace: true });
  },
});

const account = createRoute({
  getParentRoute: () => settings,
  path: 'account',
  component: lazyPage(() => import('../pages/account/page.tsx'), 'AccountPage'),
});

const calendars = createRoute({
  getParentRoute: () => settings,
  path: 'calendars',
  validateSearch: calendarsSearch,
  component: lazyPage(() => import('../pages/calendars/page.tsx'), 'CalendarsPage'),
});

const emails = createRoute({
  getParentRoute: () => settings,
  path: 'emails',
  component: lazyPage(() => import('../pages/emails/page.tsx'), 'EmailsPage'),
});

const products = createRoute({
  getParentRoute: () => settings,
  path: 'products',
  component: lazyPage(() => import('../pages/products/page.tsx'), 'ProductsPage'),
});

const workspace = createRoute({
  getParentRoute: () => settings,
  path: 'workspace',
  component: lazyPage(() => import('../pages/workspace/page.tsx'), 'WorkspacePage'),
});

/** For owners and admins; others read whom to ask. */
const fields = createRoute({
  getParentRoute: () => settings,
  path: 'fields',
  validateSearch: fieldsSearch,
  component: lazyPage(() => import('../pages/fields/page.tsx'), 'FieldsPage'),
});

const auditLog = createRoute({
  getParentRoute: () => settings,
  path: 'audit-log',
  validateSearch: auditSearch,
  component: lazyPage(() => import('../pages/audit-log/page.tsx'), 'AuditLogPage'),
});

const team = createRoute({
  getParentRoute: () => settings,
  path: 'team',
  validateSearch: teamSearch,
  component: lazyPage(() => import('../pages/team/page.tsx'), 'TeamPage'),
});

/** For owners and admins; for others there is no such page. */
const developer = createRoute({
  getParentRoute: () => settings,
  path: 'developer',
  component: lazyPage(() => import('../pages/developer/area.tsx'), 'DeveloperArea'),
});

const developerOverview = createRoute({
  getParentRoute: () => developer,
  path: '/',
  component: lazyPage(() => import('../pages/developer/overview/page.tsx'), 'OverviewPage'),
});

const apiKeys = createRoute({
  getParentRoute: () => developer,
  path: 'api-keys',
  validateSearch: apiKeySearch,
  component: lazyPage(() => import('../pages/developer/api-keys/page.tsx'), 'ApiKeysPage'),
});

/** Also for members whose role has no other page for developers: whoever connects an app can end that. */
const connectedApps = createRoute({
  getParentRoute: () => settings,
  path: 'developer/connected-apps',
  component: lazyPage(() => import('../pages/developer/connected-apps/page.tsx'), 'ConnectedAppsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => developer,
  path: 'webhooks',
  component: lazyPage(() => import('../pages/developer/webhooks/page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => developer,
  path: 'webhooks/$id',
  validateSearch: endpointSearch,
  component: lazyPage(() => import('../pages/developer/webhooks/endpoint/page.tsx'), 'EndpointPage'),
});

const oauthClients = createRoute({
  getParentRoute: () => developer,
  path: 'oauth-clients',
  component: lazyPage(() => import('../pages/developer/oauth-clients/page.tsx'), 'OAuthClientsPage'),
});

const newOAuthClient = createRoute({
  getParentRoute: () => developer,
  path: 'oauth-clients/new',
  component: lazyPage(() => import('../pages/developer/oauth-clients/client-forms.tsx'), 'RegisterPage'),
});

const oauthClient = createRoute({
  getParentRoute: () => developer,
  path: 'oauth-clients/$id',
  component: lazyPage(() => import('../pages/developer/oauth-clients/client-page.tsx'), 'ClientPage'),
});

const editedOAuthClient = createRoute({
  getParentRoute: () => developer,
  path: 'oauth-clients/$id/edit',
  component: lazyPage(() => import('../pages/developer/oauth-clients/client-forms.tsx'), 'EditPage'),
});

const tryFlow = createRoute({
  getParentRoute: () => developer,
  path: 'oauth-clients/$id/try',
  // What was entered is in the storage of the tab.
  ssr: false,
  component: lazyPage(() => import('../pages/developer/try-flow/page.tsx'), 'TryFlowPage'),
});

const flowCallback = createRoute({
  getParentRoute: () => developer,
  path: 'oauth-clients/callback',
  // Only the browser knows which run of the flow it ends.
  ssr: false,
  component: lazyPage(() => import('../pages/developer/try-flow/callback-page.tsx'), 'CallbackPage'),
});

const oauthClientPages = [oauthClients, newOAuthClient, oauthClient, editedOAuthClient, tryFlow, flowCallback];

const requests = createRoute({
  getParentRoute: () => developer,
  path: 'requests',
  validateSearch: requestSearch,
  component: lazyPage(() => import('../pages/developer/requests/page.tsx'), 'RequestsPage'),
});

const routeTree = root.addChildren([
  today,
  overview,
  calls.addChildren([call]),
  contacts.addChildren([contact]),
  deals.addChildren([deal]),
  events,
  event,
  schedules,
  schedule,
  settings.addChildren([
    settingsHome,
    account,
    calendars,
    emails,
    products,
    workspace,
    fields,
    team,
    auditLog,
    connectedApps,
    developer.addChildren([developerOverview, ...oauthClientPages, apiKeys, webhooks, webhook, requests]),
  ]),
]);

/** What addresses of pages say of emails and numbers. */
const plusKinds: ReadonlyMap<string, PlusKind> = new Map([
  ['emails', 'email'],
  ['search', 'phone number'],
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: MissingPage,
  parseSearch: (query) => defaultParseSearch(withPluses(query.replace(/^\?/, ''), (name) => plusKinds.get(name))),
  // Where the server draws a page, there is none to scroll, and no history.
  scrollRestoration: !import.meta.env.SSR,
  ...(import.meta.env.SSR && {
    history: createMemoryHistory({ initialEntries: [location.pathname + location.search] }),
  }),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
