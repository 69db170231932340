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
 * Counts a client that could not be authenticated; throws RATE_LIMIT_EXCEEDED when there have been too many. From then on
 * `requireUnspent` refuses the client at that address before anything is asked of the database; but not where it has
 * been let in before, so that whoever knows the secret is not locked out by others who guess behind the same address.
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
  return formDecoded(Buffer.from(basic, 'base64').toString('utf8').split(':')[0] ?? '');
}

/** As RFC 6749, 2.3.1 has it, and as the library reads it. */
function formDecoded(text: string): string {
  return new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x') ?? '';
}
