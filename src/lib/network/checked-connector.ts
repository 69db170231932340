import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { type AddressRules, addressProblem, isLoopbackHost, resolveHost } from './public-address.ts';

/** The server must not be connected to. The message is for the person who entered its address. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/** Resolves a host name. The first of the addresses that answers is used. */
export type Resolve = (host: string) => Promise<string[]>;

export interface ConnectOptions extends AddressRules {
  readonly timeoutMs: number;
  readonly resolve?: Resolve | undefined;
  /** Certificates to trust instead of those of the runtime. */
  readonly ca?: string | undefined;
}

/**
 * Opens sockets only to public addresses. Addresses are checked when they are resolved, and the connected one is checked again
 * before anything is written to it, so that no name can change between check and use.
 */
export function checkedConnector({ allowsLoopback, timeoutMs, resolve = resolveHost, ca }: ConnectOptions) {
  const problemOf = (host: string, address: string, isPlain: boolean) => {
    const problem = addressProblem(address, { allowsLoopback });
    if (problem) return new RefusedAddress(`${host} is ${problem}, which this server does not connect to.`);
    const isRefused = isPlain && !(allowsLoopback && isLoopbackHost(address));
    return isRefused ? new RefusedAddress('This server connects only over https.') : undefined;
  };

  const connectorFor = (isPlain: boolean) =>
    buildConnector({
      allowH2: false,
      autoSelectFamily: true,
      rejectUnauthorized: true,
      timeout: timeoutMs,
      ...(ca === undefined ? {} : { ca }),
      lookup: checkedLookup(resolve, (host, address) => problemOf(host, address, isPlain)),
    });
  const connectors = { 'http:': connectorFor(true), 'https:': connectorFor(false) };

  const connect: buildConnector.connector = (options, callback) => {
    const isPlain = options.protocol !== 'https:';
    // A socket does not look up a host that is an address already.
    const problem = isIP(options.hostname) === 0 ? undefined : problemOf(options.hostname, options.hostname, isPlain);
    if (problem) return callback(problem, null);
    return connectors[isPlain ? 'http:' : 'https:'](options, (error, socket) => {
      if (error) return callback(error, null);
      const refusal = problemOf(options.hostname, peerOf(socket), isPlain);
      if (!refusal) return callback(null, socket);
      socket.destroy();
      return callback(refusal, null);
    });
  };
  return connect;
}

/** The peer of the socket; if it is already gone, the unspecified address, which is refused. */
function peerOf(socket: Socket): string {
  return socket.remoteAddress ?? '::';
}

/** Refuses a name as soon as one of its addresses is refused: a name with both kinds is probably an attack. */
function checkedLookup(
  resolve: Resolve,
  problemOf: (host: string, address: string) => RefusedAddress | undefined,
): LookupFunction {
  const checked = async (host: string) => {
    const addresses = await resolve(host);
    const problem = addresses.map((address) => problemOf(host, address)).find((found) => found !== undefined);
    if (problem) throw problem;
    if (addresses.length === 0) throw Object.assign(new Error(`${host} has no address`), { code: 'ENODATA' });
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (host, _options, callback) => {
    checked(host).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
}
