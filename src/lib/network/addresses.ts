import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address and the number of its leading bits that count. */
export type Network = readonly [address: Address, prefixLength: number];

const loopback = ['127.0.0.0/8', '::1/128'];

/** Parses a comma-separated list of addresses, networks (CIDR) and the word `loopback`; undefined if an item is invalid. */
export function parseNetworks(text: string): readonly Network[] | undefined {
  const items = text.split(',').map((item) => item.trim());
  const networks = items.flatMap((item) => (item === 'loopback' ? loopback : [item])).map(parseNetwork);
  return networks.every((network) => network !== undefined) ? networks : undefined;
}

function parseNetwork(text: string): Network | undefined {
  const [addressText = '', prefixText, ...more] = text.split('/');
  const address = parseAddress(addressText);
  if (!address || more.length > 0) return undefined;
  const maxLength = address.kind() === 'ipv4' ? 32 : 128;
  if (prefixText === undefined) return [address, maxLength];
  // The parser turned a mapped address into an IPv4 one, which the prefix no longer fits.
  const isMapped = addressText.includes(':') && address.kind() === 'ipv4';
  const prefixLength = /^\d{1,3}$/.test(prefixText) && !isMapped ? Number(prefixText) : Number.NaN;
  return prefixLength <= maxLength ? [address, prefixLength] : undefined;
}

/** The library also accepts `10` and `010.0.0.1`, which different programs read differently. */
function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text);
}

/**
 * The client's address. Each trusted proxy appends the address of its peer to `forwardedFor`, so the client is the last
 * address that is no trusted proxy. The addresses before it may be forged.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: readonly Network[]): string {
  // The kernel writes an IPv4 address in one way. This fast path runs for every request.
  if (forwardedFor === undefined && isIPv4(peer)) return peer;
  let client = parseAddress(peer);
  const hops = forwardedFor === undefined || trusted.length === 0 ? [] : forwardedFor.split(',').reverse();
  for (const hop of hops) {
    const before = client && isIn(client, trusted) ? parseAddress(withoutPort(hop.trim())) : undefined;
    if (!before) break;
    client = before;
  }
  return client?.toString() ?? peer;
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, inBrackets, ipv4] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(hop) ?? [];
  return inBrackets ?? ipv4 ?? hop;
}

/** True if an address belongs to a trusted proxy. */
export function isTrusted(peer: string, trusted: readonly Network[]): boolean {
  const address = parseAddress(peer);
  return address !== undefined && isIn(address, trusted);
}

function isIn(address: Address, networks: readonly Network[]): boolean {
  return networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}

/** The block that a provider assigns to one customer: a single IPv4 address, or 2^64 addresses of IPv6. */
export function addressBlock(text: string): string {
  return addressBlocks(text)[0] ?? text;
}

/**
 * Prefixes of IPv6 that providers assign to one customer: a phone has a /64, a home a /56, a company or a rented server
 * a /48.
 */
const blockLengths = [64, 56, 48];

/**
 * All blocks that may belong to the customer of an address, the narrowest first: /64, /56 and /48 of IPv6, or one IPv4
 * address.
 */
export function addressBlocks(text: string): readonly string[] {
  const address = parseAddress(text);
  if (!(address instanceof ipaddr.IPv6)) return [address?.toString() ?? text];
  return blockLengths.map((length) => `${firstOf(address, length)}/${length}`);
}

/** The network of an address, in which an organisation or a landlord may give out addresses: a /24 of IPv4, a /56 of IPv6. */
export function addressNetwork(text: string): string {
  const address = parseAddress(text);
  if (address instanceof ipaddr.IPv6) return `${firstOf(address, 56)}/56`;
  return address ? `${address.toString().replace(/\d+$/, '0')}/24` : text;
}

function firstOf({ parts }: ipaddr.IPv6, prefixLength: number): ipaddr.IPv6 {
  const bitsIn = (index: number) => Math.min(Math.max(prefixLength - 16 * index, 0), 16);
  return new ipaddr.IPv6(parts.map((part, index) => part & (0xffff << (16 - bitsIn(index)))));
}
