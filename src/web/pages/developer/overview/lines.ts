import { now } from '../../../app/beginning.ts';
import type { DeveloperOverviewQuery } from '../../../gql/developer-overview.ts';
import { countOf } from '../../../kit/counts.ts';
import { isUnfinished } from '../connected-apps/connection-state.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A key that ends sooner is mentioned. */
const soonMs = 14 * dayMs;

type Line = (data: DeveloperOverviewQuery) => string | undefined;

/** What is there now, in one line for each page; undefined where that part did not answer. */
export const lines: Readonly<Record<string, Line>> = {
  '/settings/developer/api-keys': ({ apiKeys }) => {
    if (!apiKeys) return;
    const active = apiKeys.apiKeys.filter(({ status }) => status === 'ACTIVE');
    const ends = active.map(({ expiresAt }) => (expiresAt === null ? Infinity : Date.parse(expiresAt) - now()));
    const soon = ends.filter((end) => end < soonMs);
    const ending =
      soon.length > 0 && `${soon.length} ${soon.length === 1 ? 'ends' : 'end'} ${within(Math.min(...soon))}`;
    return joined(counted(active.length, 'active key', apiKeys.count > apiKeys.apiKeys.length), ending);
  },
  '/settings/developer/oauth-clients': ({ oauthClients }) => {
    if (!oauthClients) return;
    const pending = oauthClients.oauthClients.filter(({ status }) => status === 'PENDING').length;
    return joined(counted(oauthClients.count, 'app'), pending > 0 && `${pending} not approved yet`);
  },
  '/settings/developer/connected-apps': ({ connections }) => {
    if (!connections) return;
    const listed = connections.connections;
    const live = listed.filter((connection) => !isUnfinished(connection)).length;
    const unfinished = listed.length - live;
    return joined(
      counted(live, 'live connection', connections.count > listed.length) + (live > 0 ? ' of yours' : ''),
      unfinished > 0 && `${unfinished} not finished`,
    );
  },
  '/settings/developer/webhooks': ({ webhooks }) => {
    if (!webhooks) return;
    const paused = webhooks.webhooks.filter(({ status }) => status === 'PAUSED').length;
    const failing = webhooks.webhooks.filter(({ status, failingSince }) => status === 'ACTIVE' && failingSince).length;
    return joined(
      counted(webhooks.count, 'webhook'),
      paused > 0 && `${paused} paused`,
      failing > 0 && `${failing} failing`,
    );
  },
  '/settings/developer/requests': ({ requests }) => {
    if (!requests) return;
    const errors = requests.requests.reduce((sum, { represents }) => sum + represents, 0);
    return `${counted(errors, 'error', requests.nextCursor !== null)} in the last hour`;
  },
};

function counted(count: number, noun: string, isAtLeast = false): string {
  if (isAtLeast) return `At least ${countOf(count, noun)}`;
  return count === 0 ? `No ${noun}s` : countOf(count, noun);
}

function within(milliseconds: number): string {
  const days = Math.floor(milliseconds / dayMs);
  if (days < 1) return 'within a day';
  return `in ${countOf(days, 'day')}`;
}

function joined(...parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join(', ');
}
