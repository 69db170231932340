import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface PlainMailServer {
  readonly port: number;
  /** What clients have sent, as it was on the wire. */
  readonly lines: string[];
  close(): Promise<void>;
}

/** A mail server of RFC 5321 without any extension: it knows neither SMTPUTF8 nor 8BITMIME. */
export async function plainMailServer(): Promise<PlainMailServer> {
  const lines: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    let isContent = false;
    let rest = '';
    const answer = (line: string): string | undefined => {
      if (isContent && line !== '.') return undefined;
      isContent = line === 'DATA';
      if (isContent) return '354 Go on';
      if (line.startsWith('EHLO')) return '502 Unknown';
      return line === 'QUIT' ? '221 Bye' : '250 Fine';
    };
    socket.write('220 plain\r\n');
    socket.on('data', (bytes) => {
      const received = `${rest}${bytes}`.split('\r\n');
      rest = received.pop() ?? '';
      for (const line of received) {
        lines.push(line);
        const said = answer(line);
        if (said !== undefined) socket.write(`${said}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ port: (server.address() as AddressInfo).port, lines },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
