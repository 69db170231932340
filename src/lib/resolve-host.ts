import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isLoopbackHost } from './public-address.ts';

const queryTimeoutMs = 2_000;
const tries = 2;

/**
 * The addresses of a host name, IPv4 first; the address itself where the host is one. It rejects for a name without
 * addresses.
 *
 * It does not use `dns.lookup`, which occupies one of the four threads of libuv until a name server answers: names whose
 * servers never answer would stop files, hashes and each other. A new resolver reads the name servers of the moment.
 */
export async function resolveHost(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  if (isLoopbackHost(host)) return ['127.0.0.1', '::1'];
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries });
  const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const [first] = results;
  if (addresses.length === 0 && first?.status === 'rejected') throw first.reason;
  return addresses;
}
