import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { DomainError, type RateDecision } from '#src/domain/errors.ts';
import type { Principal } from '#src/domain/principal/policy.ts';
import { addressBlocks } from '#src/lib/network/addresses.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';
import { nodeLimits } from './limit-table.ts';
import { blockWindows, consumeInProcess } from './rate-limit/address-blocks.ts';
import { type MemoryWindows, memoryWindows } from './rate-limit/memory.ts';

const limit = { ...nodeLimits.credentials.refused, keyOf: (block: string) => block };

/** The maximum of remembered hashes, of about 200 bytes each. */
const maxRemembered = 10_000;

/** How long to remember that no row has a hash. */
const rememberedMs = 1000;

/** Beyond the limit, credentials wait this long for others, and are then searched in one statement. */
const searchMs = 25;

/** Beyond the limit, a refusal is delayed by one to two times as long, so that its caller sends less. */
const holdMs = 100;

/** Requests beyond the limit that wait at the same time, of one address and altogether. */
const maxWaiting = { ofAddress: 200, together: 2000 };

interface Lookups {
  /** Looks the credential up. Throws an error with status 401 if it is refused. */
  readonly find: () => Promise<Principal>;
  /** True if there is a credential with this hash, valid or not. Shares its statement with others. */
  readonly exists: () => Promise<boolean>;
}

/**
 * Limits what unknown credentials cost the database, by the address that sends them. Nothing that is remembered decides that
 * a credential is valid, or refuses one that exists: the database is queried each time.
 *
 * - A credential that was valid when this process last saw it is looked up at once, whatever else its address sends.
 * - For other credentials, an address has 20 lookups a second that end in a refusal.
 * - Beyond that, they are searched in one statement for all addresses, at most 40 times a second. Credentials that exist are
 *   looked up, and go on if they are valid; the others get a 429, as do all if too many wait. A hash that is in no
 *   row is not searched again for a second. No valid credential can have such a hash: it is random, and handed out after
 *   its row was committed.
 */
export class UnknownCredentials {
  readonly #windows: MemoryWindows;
  readonly #onRefused: () => void;
  readonly #valid = new LRUCache<string, true>({ max: maxRemembered });
  readonly #absent = new LRUCache<string, true>({ max: maxRemembered, ttl: rememberedMs });
  readonly #waiting = new Map<string, number>();
  #waitingTogether = 0;
  #nextSearch: Promise<void> | undefined;

  /** `onRefused` is called for each refusal beyond the limit. */
  constructor(onRefused: () => void = () => undefined, windows = memoryWindows(Date.now, limit.windowSeconds)) {
    this.#windows = windows;
    this.#onRefused = onRefused;
  }

  /** The principal of a credential. Throws an error with status 401, or beyond the limit RATE_LIMIT_EXCEEDED. */
  resolve(token: string, addressOf: () => string, lookups: Lookups): Promise<Principal> {
    const key = sha256(token).toString('latin1');
    return this.#valid.get(key)
      ? this.#resolveAgain(key, addressOf, lookups)
      : this.#resolveNew(key, addressOf(), lookups);
  }

  async #resolveAgain(key: string, addressOf: () => string, { find }: Lookups): Promise<Principal> {
    try {
      return await find();
    } catch (error) {
      if (isUnauthorized(error)) {
        this.#valid.delete(key);
        this.#consume(addressOf());
      }
      throw error;
    }
  }

  /** An attempt counts from its start, so that parallel attempts gain nothing. */
  async #resolveNew(key: string, address: string, lookups: Lookups): Promise<Principal> {
    const beyond = this.#consume(address);
    if (beyond) return this.#resolveBeyond(key, address, { beyond, lookups });
    try {
      const principal = await lookups.find();
      this.#valid.set(key, true);
      this.#release(address);
      return principal;
    } catch (error) {
      if (!isUnauthorized(error)) this.#release(address);
      throw error;
    }
  }

  async #resolveBeyond(
    key: string,
    address: string,
    { beyond, lookups }: { readonly beyond: RateDecision; readonly lookups: Lookups },
  ): Promise<Principal> {
    const customer = addressBlocks(address).at(-1) ?? address;
    const waiting = this.#waiting.get(customer) ?? 0;
    if (waiting >= maxWaiting.ofAddress || this.#waitingTogether >= maxWaiting.together) throw this.#refused(beyond);
    this.#wait(customer, 1);
    try {
      const principal = await this.#search(key, lookups);
      if (principal) return principal;
      await pause(holdMs * (1 + Math.random()));
      throw this.#refused(beyond, new UnknownCredential());
    } finally {
      this.#wait(customer, -1);
    }
  }

  /** The principal of a credential that exists and is valid. */
  async #search(key: string, { exists, find }: Lookups): Promise<Principal | undefined> {
    this.#nextSearch ??= pause(searchMs).then(() => {
      this.#nextSearch = undefined;
    });
    await this.#nextSearch;
    if (this.#absent.has(key)) return undefined;
    if (!(await exists())) {
      this.#absent.set(key, true);
      return undefined;
    }
    try {
      const principal = await find();
      this.#valid.set(key, true);
      return principal;
    } catch (error) {
      if (isUnauthorized(error)) return undefined;
      throw error;
    }
  }

  #refused(decision: RateDecision, cause?: UnknownCredential): DomainError {
    this.#onRefused();
    return new DomainError('RATE_LIMIT_EXCEEDED', { rate: decision, cause });
  }

  #wait(customer: string, change: 1 | -1): void {
    const waiting = (this.#waiting.get(customer) ?? 0) + change;
    if (waiting > 0) this.#waiting.set(customer, waiting);
    else this.#waiting.delete(customer);
    this.#waitingTogether += change;
  }

  /** The refusal, if a block of the address has no point left. */
  #consume(address: string): RateDecision | undefined {
    const decision = consumeInProcess(this.#windows, address, limit);
    return decision.allowed ? undefined : decision;
  }

  #release(address: string): void {
    for (const { key, points } of blockWindows(address, limit)) this.#windows.release(key, points);
  }
}

/** The cause of a RATE_LIMIT_EXCEEDED that replaces an error with status 401. */
class UnknownCredential extends Error {
  override readonly name = 'UnknownCredential';
}

/** True if the credential itself is refused: a request that needs none goes on. */
export function isRefusedCredential(error: unknown): boolean {
  return isUnauthorized(error) || (error instanceof DomainError && error.cause instanceof UnknownCredential);
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof DomainError && error.status === 401;
}
