import type { Context as KoaContext } from 'koa';
import { codeOfError, summaryOf } from '#src/domain/api-requests/error-summary.ts';
import { withoutCredentials } from '#src/domain/principal/credentials.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import type { Requester } from '#src/domain/principal/requester.ts';
import type { GraphQLContext } from '#src/graphql/context.ts';
import type { Clock } from '#src/lib/time/clock.ts';
import type { RequestLog } from '#src/services/api-requests/request-log.ts';
import { userAgentOf } from './contexts.ts';

/** A request and its response, as the outermost middleware sees them. */
export interface ObservedResponse {
  readonly route: string;
  readonly method: string;
  readonly ms: number;
  readonly requestId: string;
  readonly address: string;
}

/** The state of a request, set by several parts of the app. */
interface RequestState {
  readonly principal?: Principal;
  /** The caller whose credential was refused. */
  readonly refused?: Requester;
  readonly error?: unknown;
  readonly operation?: GraphQLContext['operation'];
}

const maxAgentLength = 200;
const maxAddressLength = 64;
const maxNameLength = 100;
const maxRootFields = 500;

/** Logs requests with the credential of a key or an app, for their developers. */
export function requestLogger(log: RequestLog, clock: Clock): (koa: KoaContext, response: ObservedResponse) => void {
  return (koa, { ms, address, ...response }) => {
    const { principal, refused, error, operation } = koa.state as RequestState;
    const requester = principal ?? refused;
    if (requester === undefined || principal?.credential === 'session') return;
    const { status } = koa;
    log.add({ requester, status, errorCode: codeOfError(error) }, () => {
      const { workspaceId, userId, apiKeyId = null, connectionId = null, clientId = null } = requester;
      return {
        workspaceId,
        userId,
        apiKeyId,
        connectionId,
        clientId,
        ...response,
        status,
        address: address.slice(0, maxAddressLength),
        time: new Date(clock.now().getTime() - ms).toISOString(),
        durationMs: Math.round(ms),
        operationName: operation?.name ? withoutCredentials(operation.name).slice(0, maxNameLength) : null,
        rootFields: rootFieldsOf(operation),
        userAgent: userAgentOf(koa)?.slice(0, maxAgentLength) ?? null,
        ...summaryOf(error),
      };
    });
  };
}

function rootFieldsOf(operation: RequestState['operation']): string | null {
  if (!operation || operation.rootFields.length === 0) return null;
  let text = '';
  for (const name of new Set(operation.rootFields)) {
    if (text.length + name.length >= maxRootFields) break;
    text += text === '' ? name : ` ${name}`;
  }
  return text;
}
