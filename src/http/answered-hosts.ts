import { isLoopbackHost } from '#src/lib/network/public-address.ts';

interface Addresses {
  readonly baseUrl: string;
  readonly appUrl: string;
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * The values of `Host` that the server answers: those of its own addresses. A page elsewhere, whose name leads to this
 * machine only after it was loaded, would otherwise be of the same origin as the server.
 */
export function answeredHosts({ baseUrl, appUrl }: Addresses): ReadonlySet<string> {
  return new Set([baseUrl, appUrl].flatMap(hostsOf));
}

function hostsOf(address: string): string[] {
  const { protocol, hostname, port } = new URL(address);
  const names = hostname === 'localhost' || isLoopbackHost(hostname) ? [...loopback, hostname] : [hostname];
  // A client may name the port that needs no name.
  const ports = port === '' ? ['', `:${defaultPorts[protocol]}`] : [`:${port}`];
  return names.flatMap((name) => ports.map((each) => name + each));
}
