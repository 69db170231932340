import type { IncomingHttpHeaders } from 'node:http';
import type { GuessGuard } from '#src/access/guessing/guess-guard.ts';

/** A client that is unknown, or whose secret is wrong. */
export class WrongClient extends Error {
  override readonly name = 'WrongClient';
}

export function isWrongClient(error: unknown): boolean {
  return error instanceof WrongClient;
}

/**
 * Counts a client that could not be authenticated; throws RATE_LIMIT_EXCEEDED when there have been too many. A secret has
 * 256 bits, so that only wrong ones need to be held up: whoever knows it is never locked out, whatever others do.
 */
export async function countWrongClient(
  guard: GuessGuard,
  { address, account }: { address: string; account: string },
): Promise<void> {
  try {
    await guard.attempt({ address, account }, () => Promise.reject(new WrongClient()));
  } catch (error) {
    if (!isWrongClient(error)) throw error;
  }
}

/** The client that a request says it comes from, in its header or its form. */
export function claimedClient({ authorization = '' }: IncomingHttpHeaders, form: URLSearchParams): string {
  const [, basic] = /^basic +(\S+)$/i.exec(authorization) ?? [];
  if (basic === undefined) return form.get('client_id') ?? '';
  return Buffer.from(basic, 'base64').toString('utf8').split(':')[0] ?? '';
}
