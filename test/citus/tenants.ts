import { bearer, send, type TestApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import type { Member } from '../support/factories.ts';
import { pause } from '../support/waiting.ts';

export interface Tenant {
  readonly workspaceId: number;
  readonly owner: Member;
  readonly key: string;
  readonly eventId: number;
}

export async function tenant(app: TestApp): Promise<Tenant> {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  return { workspaceId: owner.workspaceId, owner, key, eventId: await bookableEvent(app, owner) };
}

export interface SentRequest {
  readonly path: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: unknown;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** What a client has asked for: of `contacts` and `calls` by e-mail, with those that were acknowledged. */
export interface Usage {
  readonly requests: SentRequest[];
  readonly contacts: string[];
  readonly calls: string[];
}

/** After a response that says so, a client waits a little, and then goes on with the next request. */
const pauseMs = 100;

/** Books calls, makes contacts and reads lists, in turn at all nodes, until the signal. Each e-mail is sent once. */
export function useWorkspace(
  nodes: readonly TestApp[],
  { key, eventId, workspaceId }: Tenant,
  until: AbortSignal,
  /** Of two uses of one workspace, the number of each. */
  use: number,
): Usage & { readonly ended: Promise<void> } {
  const usage: Usage = { requests: [], contacts: [], calls: [] };
  const headers = { ...bearer(key), 'content-type': 'application/json' };
  let turn = workspaceId;
  const ask = async (path: string, body?: object): Promise<boolean> => {
    turn++;
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const startedAtMs = performance.now();
    const answer = await send(`${nodes[turn % nodes.length]?.url}${path}`, init);
    const { status } = answer;
    const retryAfter = answer.headers.get('retry-after');
    usage.requests.push({
      path,
      status,
      retryAfter,
      body: status < 300 ? '' : answer.body,
      startedAtMs,
      endedAtMs: performance.now(),
    });
    if (status >= 300) await pause(pauseMs);
    return status < 300;
  };
  const run = async () => {
    for (let number = 0; !until.aborted; number++) {
      const [contact, invitee] = ['contact', 'invitee'].map(
        (who) => `${who}-${workspaceId}-${use}-${number}@example.com`,
      );
      if (await ask('/v1/contacts', { email: contact })) usage.contacts.push(String(contact));
      const dateTime = new Date(Date.UTC(2026, 3 + 6 * use, 1, number)).toISOString();
      if (await ask('/v1/eventCalls', { eventId, dateTime, timeZone: 'UTC', email: invitee })) {
        usage.calls.push(String(invitee));
        usage.contacts.push(String(invitee));
      }
      await ask('/v1/eventCalls');
    }
  };
  return { ...usage, ended: run() };
}
