import type { Server } from 'node:http';

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The environment variable that sets the port. */
  readonly portName: string;
}

/** Resolves when the server listens. If it cannot, the error says what to set. */
export function listen(server: Server, { host, port, portName }: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(reasonOf(error, { port, portName }), { cause: error })),
    );
    server.listen(port, host, () => resolve(server));
  });
}

function reasonOf(
  { code, syscall, message }: NodeJS.ErrnoException,
  { port, portName }: Omit<ListenOptions, 'host'>,
): string {
  if (syscall === 'getaddrinfo')
    return 'HOST cannot be resolved. Set it to an address of this machine, or to 0.0.0.0 for all of its addresses.';
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program. Set ${portName} to a free one.`;
    case 'EACCES':
      return `Only root may open port ${port}. Set ${portName} to 1024 or more, and let a proxy listen on ${port}.`;
    case 'EADDRNOTAVAIL':
      return 'HOST is not an address of this machine. Set it to one, or to 0.0.0.0 for all of its addresses.';
    default:
      return `The server cannot listen: ${message}`;
  }
}
