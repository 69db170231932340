import { nextSerial } from '../serial.ts';
import { anyEmail, changes, creates, type MutationSample, others, type QuerySample } from './sample.ts';

const credentials = 'a credential is no record that webhooks report';
const people = 'members are no records that webhooks report';
const goals = 'a goal is no record that webhooks report';
const views = 'a view is no record that webhooks report';
const apps = 'only the end of its connections is reported';
const again = { isRepeatable: true } as const;
const noKey = { refusesKey: true } as const;
const ends = ['connection.revoked'] as const;

/** The caller's account, the members of the workspace, and what acts for them. */
export const peopleMutations = {
  signIn: others('every caller', credentials, (_, { account }) => account(), noKey),
  signOut: others('every caller', credentials, undefined, noKey),
  switchWorkspace: others(
    { person: true },
    credentials,
    async (_, { otherWorkspaceId }) => ({
      workspaceId: await otherWorkspaceId(),
    }),
    noKey,
  ),
  revokeSession: others({ person: true }, credentials, async (_, { sessionId }) => ({ id: await sessionId() }), noKey),
  revokeOtherSessions: others({ person: true }, credentials, undefined, noKey),
  changePassword: others(
    { person: true },
    credentials,
    async (_, { account }) => ({
      currentPassword: (await account()).password,
      newPassword: 'another battery',
    }),
    noKey,
  ),
  updateViewer: others({ person: true }, people, () => ({ lastName: 'Cole' })),
  dismissPasswordLinkNotice: others({ person: true }, people, () => ({ madeAt: '2026-03-04T12:00:00Z' }), noKey),
  createWorkspace: others({ person: true }, 'a new workspace has no endpoints', () => ({ name: 'Another' }), noKey),
  updateWorkspace: others(
    { developerArea: true },
    'settings are no records that webhooks report',
    () => ({
      keepsUnbookedLeads: true,
    }),
    noKey,
  ),
  sendTestMail: others(
    { developerArea: true },
    'a mail to oneself',
    (_, { bookableEventId: eventId }) => ({ eventId, kind: 'REMINDER', recipient: 'INVITEE' }),
    noKey,
  ),
  createInvitation: others({ developerArea: true }, people, () => ({ email: anyEmail(), role: 'CLOSER' }), noKey),
  revokeInvitation: others({ developerArea: true }, people, async (_, { invitationId }) => ({
    id: await invitationId(),
  })),
  createPasswordResetLink: others({ developerArea: true }, people, ({ id }) => ({ userId: id }), {
    ...noKey,
    target: 'Member',
  }),
  updateUser: changes('Member', people, ({ id }) => ({ id, lastName: `Price ${nextSerial()}` })),
  removeUser: others(
    { developerArea: true },
    'a member without calls, contacts and connections leaves nothing behind',
    ({ id }) => ({ id, cancelCalls: true }),
    { target: 'Member' },
  ),
  createApiKey: creates('ApiKey', credentials, () => ({ name: 'x', scopes: ['deals:read'] }), noKey),
  rotateApiKey: changes('ApiKey', credentials, undefined, { ...noKey, change: 'rotate' }),
  revokeApiKey: changes('ApiKey', credentials),
  createOAuthClient: creates(
    'OAuthClient',
    apps,
    () => ({
      name: 'x',
      clientType: 'PUBLIC',
      redirectUris: ['https://a.test/'],
      allowedScopes: ['deals:read'],
    }),
    noKey,
  ),
  updateOAuthClient: changes('OAuthClient', apps, ({ id }) => ({ id, name: 'y' }), { change: 'change' }),
  deleteOAuthClient: changes('OAuthClient', apps, undefined, { change: 'delete' }),
  rotateOAuthClientSecret: changes('OAuthClient', apps, undefined, { ...noKey, change: 'change' }),
  requestOAuthClientApproval: changes('OAuthClient', apps, undefined, { change: 'change' }),
  revokeConnection: changes('Connection', ends, undefined, again),
  revokeAllConnections: others({ person: true }, ends, ({ clientId }) => ({ clientId }), {
    ...again,
    target: 'Connection',
  }),
  saveView: creates('SavedView', views, () => ({ list: '/calls', name: `View ${nextSerial()}`, search: 'when=past' })),
  deleteSavedView: changes('SavedView', views),
  // Of another month than the records of the tests.
  setGoal: creates('Goal', goals, () => ({ month: '2026-04-01', number: 'HELD', target: String(nextSerial()) })),
  deleteGoal: changes('Goal', goals),
} satisfies Record<string, MutationSample>;

export const peopleQueries: Readonly<Record<string, QuerySample>> = {
  viewer: { who: 'every credential' },
  workspace: { who: 'every credential' },
  server: { who: 'every caller' },
  sessions: { who: { person: true } },
  invitations: { who: { developerArea: true } },
  savedViews: { args: { list: '/calls' } },
  goals: { args: { month: '2026-03-01' } },
  setupSteps: { who: { developerArea: true } },
};
