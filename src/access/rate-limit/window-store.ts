import { DomainError, type RateDecision } from '#src/domain/errors.ts';
import { sha256 } from '#src/lib/secrets/crypto.ts';

/** The points to return to a window; by default one point of the current one. */
interface ReturnedPart {
  readonly cost: number;
  /** The end of the window in which it was consumed. Nothing is returned to a later one. */
  readonly until: number;
}

/** Counts by key in windows of one length, which begin with the first call. A window holds `points`. */
export interface WindowStore {
  /** Consumes `cost` points, or one. A refused call consumes and prolongs nothing. */
  consume(key: string, points: number, cost?: number): Promise<RateDecision> | RateDecision;
  /** Returns the decision about a call of one point, which `remaining` includes. Consumes nothing and creates no key. */
  peek(key: string, points: number): Promise<RateDecision> | RateDecision;
  /** Returns the points that a call has consumed in this window, and deletes a key without any left. It never rejects. */
  release(key: string, points: number, part?: ReturnedPart): Promise<void> | void;
  /** Forgets what this process counted. A connection to a store is closed by the code that opened it. */
  close(): Promise<void>;
}

/**
 * The kind of counted work. A request of the API consumes once, so its refusals may be repeated from this node's memory. An
 * attempt consumes from several keys and may return it all, so only its first step waits for a silent store.
 */
export type WindowUse = 'requests' | 'attempts';

/** Opens windows of one length over the store that the configuration names. */
export type OpenWindows = (use: WindowUse, seconds: number) => WindowStore;

/** A key that does not reveal who did what: the store holds only hashes of addresses, e-mails and apps. */
export function hashedKey(prefix: string, ...parts: string[]): string {
  return `${prefix}:${sha256(parts.join('\n')).toString('base64url')}`;
}

/** The error of a reached limit, in windows of `windowSeconds`. */
export function limitReached(decision: RateDecision, windowSeconds: number): DomainError {
  return new DomainError('RATE_LIMIT_EXCEEDED', { rate: { ...decision, windowSeconds } });
}
