import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Database } from '#src/db/database.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { Exchange } from '../exchange.ts';
import { findClient } from './clients.ts';
import { endPresented, grantedScope, grantPayload } from './grants.ts';
import { findToken, newToken } from './tokens.ts';

export interface AdapterOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** The exchange that the library is working on. */
  readonly exchange: () => Exchange;
}

interface Model {
  find?(id: string): Promise<AdapterPayload | undefined>;
  upsert?(id: string, payload: AdapterPayload): void;
  consume?(): void;
  destroy?(): Promise<void>;
}

/** What the library asks of its storage. Sessions and interactions are never stored: the consent page has its own. */
export function adapterFactory(options: AdapterOptions): AdapterFactory {
  const models = modelsOver(options);
  return (name) => adapterOf(models[name] ?? {});
}

function modelsOver({ db, clock, exchange }: AdapterOptions): Readonly<Record<string, Model>> {
  return {
    Client: { find: (id) => findClient(db, exchange(), id) },
    Grant: {
      find: async (id) => grantPayload(exchange(), id),
      upsert(id, payload) {
        exchange().grant = { id, scopes: grantedScope(payload) };
      },
      destroy: () => endPresented({ db, clock }, exchange()),
    },
    AuthorizationCode: {
      find: (id) => findToken({ db, clock }, exchange(), { kind: 'AUTHORIZATION_CODE', token: id }),
      upsert: (id, payload) => newToken(exchange(), 'AUTHORIZATION_CODE', { ...payload, jti: id }),
      consume: () => consume(exchange()),
    },
    RefreshToken: {
      find: (id) => findToken({ db, clock }, exchange(), { kind: 'REFRESH', token: id }),
      upsert: (id, payload) => newToken(exchange(), 'REFRESH', { ...payload, jti: id }),
      consume: () => consume(exchange()),
    },
    AccessToken: {
      find: (id) => findToken({ db, clock }, exchange(), { kind: 'ACCESS', token: id }),
      upsert: (id, payload) => newToken(exchange(), 'ACCESS', { ...payload, jti: id }),
    },
  };
}

/** Nothing is written yet: it is part of the one statement at the end. */
function consume(exchange: Exchange): void {
  exchange.isConsumed = true;
}

function adapterOf(model: Model): Adapter {
  const nothing = async () => undefined;
  return {
    find: async (id) => model.find?.(id),
    upsert: async (id, payload) => model.upsert?.(id, payload),
    consume: async () => model.consume?.(),
    destroy: async () => model.destroy?.(),
    // The grant's row is the switch: with it all its tokens end.
    revokeByGrantId: nothing,
    findByUid: nothing,
    findByUserCode: nothing,
  };
}
