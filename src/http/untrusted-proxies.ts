import type { IncomingMessage } from 'node:http';
import type { Log } from '#src/lib/log.ts';
import { isTrusted, type Network } from '#src/lib/network/addresses.ts';
import { oncePerHour } from '#src/lib/time/once-per-minute.ts';

/**
 * Logs, at most once an hour, that an untrusted neighbour forwards requests: all callers behind a proxy then seem to have its
 * address, and share one limit.
 */
export function untrustedProxies(
  log: Pick<Log, 'warn'>,
  trustedProxies: readonly Network[],
  clock?: () => number,
): (request: IncomingMessage) => void {
  const report = oncePerHour((neighbour: string) => {
    log.warn(
      { neighbour },
      `${neighbour} sends X-Forwarded-For or Forwarded but is not in TRUSTED_PROXIES, so every caller behind it counts as ${neighbour} and all share one limit. If it is your proxy, set TRUSTED_PROXIES=${neighbour} (or the network of your proxies) and restart the server. Otherwise nothing is wrong: the header is ignored.`,
    );
  }, clock);
  return ({ headers, socket }) => {
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return;
    const neighbour = socket.remoteAddress ?? '';
    if (!isTrusted(neighbour, trustedProxies)) report(plain(neighbour));
  };
}

/** A server that also listens on IPv6 sees IPv4 addresses in mapped form, but TRUSTED_PROXIES needs the plain form. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
