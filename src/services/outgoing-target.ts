import { isIP } from 'node:net';
import { fieldError } from '#src/domain/errors.ts';
import { mustBeHttps } from '#src/domain/outgoing-url.ts';
import { addressProblem, isLoopbackHost } from '#src/lib/network/public-address.ts';
import { withTimeout } from '#src/lib/time/timeout.ts';
import type { CallerContext, WebhookTargets } from './context.ts';

const resolveTimeoutMs = 2_000;

/**
 * Returns why requests to a URL are refused, or undefined. Resolves the host, so call it before a transaction. A name that does
 * not resolve is accepted, because each connection is checked again.
 */
export async function targetProblem(
  { webhookTargets }: CallerContext,
  { url }: { readonly url?: string | undefined },
): Promise<string | undefined> {
  if (url === undefined) return undefined;
  const { protocol, hostname } = new URL(url);
  const problem = addressProblem(hostname, webhookTargets);
  if (problem) return `Must not lead to ${problem}`;
  // Only allowed loopback hosts get this far.
  if (isLoopbackHost(hostname)) return undefined;
  if (protocol !== 'https:') return mustBeHttps;
  const refused = (await addressesOf(hostname, webhookTargets)).map((each) => addressProblem(each, webhookTargets));
  const found = refused.find((kind) => kind !== undefined);
  return found && `Must not lead to ${found}, as ${hostname} does`;
}

async function addressesOf(hostname: string, { resolve }: WebhookTargets): Promise<readonly string[]> {
  // An IP address needs no resolution. `URL` puts an IPv6 address in brackets.
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return [];
  return withTimeout(resolve(hostname), resolveTimeoutMs).catch(() => []);
}

export function requireTarget(problem: string | undefined): void {
  if (problem !== undefined) throw fieldError('url', 'not_allowed', problem);
}
