import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Networks of the IANA registries of special-purpose addresses, and the addresses at which clouds serve the secrets of a
 * machine. The first match names the kind of an address.
 */
const ipv4Networks = [
  ['0.0.0.0/8', 'an unspecified address'],
  ['127.0.0.0/8', 'a loopback address'],
  ['169.254.169.254/32', 'a metadata address'],
  ['169.254.0.0/16', 'a link-local address'],
  ['10.0.0.0/8', 'a private address'],
  ['172.16.0.0/12', 'a private address'],
  ['192.168.0.0/16', 'a private address'],
  ['100.100.100.200/32', 'a metadata address'],
  ['100.64.0.0/10', 'an address of a carrier NAT'],
  // Azure serves DNS, DHCP and the agent of a machine from this address of its public range.
  ['168.63.129.16/32', 'a metadata address'],
  ['192.0.0.192/32', 'a metadata address'],
  ['192.0.2.0/24', 'a documentation address'],
  ['198.51.100.0/24', 'a documentation address'],
  ['203.0.113.0/24', 'a documentation address'],
  ['198.18.0.0/15', 'a benchmark address'],
  ['192.0.0.0/24', 'a reserved address'],
  ['192.88.99.0/24', 'a tunnel address'],
  ['224.0.0.0/4', 'a multicast address'],
  ['255.255.255.255/32', 'a broadcast address'],
  ['240.0.0.0/4', 'a reserved address'],
] as const;

const ipv6Networks = [
  ['::/128', 'an unspecified address'],
  ['::1/128', 'a loopback address'],
  ['fd00:ec2::254/128', 'a metadata address'],
  ['fd20:ce::254/128', 'a metadata address'],
  ['fc00::/7', 'a private address'],
  ['fe80::/10', 'a link-local address'],
  ['fec0::/10', 'a site-local address'],
  ['ff00::/8', 'a multicast address'],
  ['64:ff9b:1::/48', 'a NAT64 address of a local network'],
  ['2001:2::/48', 'a benchmark address'],
  ['2001:db8::/32', 'a documentation address'],
  ['3fff::/20', 'a documentation address'],
  // Teredo and 6to4 hold an IPv4 address, which a relay would connect to.
  ['2001::/32', 'a tunnel address'],
  ['2002::/16', 'a tunnel address'],
  ['2001::/23', 'a reserved address'],
] as const;

type AddressKind = (typeof ipv4Networks | typeof ipv6Networks)[number][1];

const tables = { ipv4: parsed(ipv4Networks), ipv6: parsed(ipv6Networks) };
/** The only block of IPv6 from which public addresses are assigned. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** IPv4 addresses behind a gateway, for servers that have only IPv6. */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96');

function parsed<Kind extends string>(networks: readonly (readonly [string, Kind])[]) {
  return networks.map(([network, kind]) => ({ network: ipaddr.parseCIDR(network), kind }));
}

export interface AddressRules {
  /** True if this machine itself may be connected to. */
  readonly allowsLoopback: boolean;
}

/**
 * The reason not to connect to a host, as a noun phrase such as `a private address`; undefined if there is none. The host is an
 * address in any spelling that a resolver understands, or a name. A name is only compared with `localhost`: the connector
 * checks each address that it resolves to.
 */
export function addressProblem(host: string, { allowsLoopback }: AddressRules): AddressKind | undefined {
  const kind = hostKind(host);
  return kind === 'a loopback address' && allowsLoopback ? undefined : kind;
}

/** True if the host is an address or a name of this machine (RFC 6761). */
export function isLoopbackHost(host: string): boolean {
  return hostKind(host) === 'a loopback address';
}

function hostKind(host: string): AddressKind | undefined {
  const address = parseHost(host);
  if (address) return addressKind(address);
  return /^(?:.*\.)?localhost\.*$/i.test(host.trim()) ? 'a loopback address' : undefined;
}

/** The library reads octal, hexadecimal and short IPv4 addresses as resolvers do, but neither brackets nor a final dot. */
function parseHost(host: string): Address | undefined {
  const text = host.trim().replace(/\.+$/, '');
  const canonical = text.includes(':') ? canonicalIpv6(text) : text;
  return canonical !== undefined && ipaddr.isValid(canonical) ? ipaddr.process(canonical) : undefined;
}

/** The library takes `::10.0.0.1` for a mapped address. `URL` reads it as the standard says, but knows no zones. */
function canonicalIpv6(text: string): string | undefined {
  const withoutZone = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  return URL.parse(`http://[${withoutZone}]`)?.hostname.slice(1, -1);
}

function addressKind(address: Address): AddressKind | undefined {
  if (address.kind() === 'ipv6' && address.match(nat64)) return addressKind(embedded(address as ipaddr.IPv6));
  const known = tables[address.kind()].find(({ network }) => address.match(network));
  if (known) return known.kind;
  return address.kind() === 'ipv6' && !address.match(globalUnicast) ? 'a reserved address' : undefined;
}

/** The IPv4 address in the last 32 bits. */
function embedded(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

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
