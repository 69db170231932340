import { isLoopbackHost } from '#src/lib/network/public-address.ts';

interface Addresses {
  readonly baseUrl: string;
  readonly appUrl: string;
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * The values of `Host` that the server accepts: those of its own addresses. Otherwise a foreign page whose name resolves to
 * this machine after loading (DNS rebinding) would have the same origin as the server.
 */
export function answeredHosts({ baseUrl, appUrl }: Addresses): ReadonlySet<string> {
  return new Set([baseUrl, appUrl].flatMap(hostsOf));
}

function hostsOf(address: string): string[] {
  const { protocol, hostname, port } = new URL(address);
  const names = hostname === 'localhost' || isLoopbackHost(hostname) ? [...loopback, hostname] : [hostname];
  // A client may state the default port, which most clients omit.
  const ports = port === '' ? ['', `:${defaultPorts[protocol]}`] : [`:${port}`];
  return names.flatMap((name) => ports.map((each) => name + each));
}
