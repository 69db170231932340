import { connect, type Socket } from 'node:net';
import { ResponseReader } from './response-reader.ts';

const bufferBytes = 64 * 1024;

/** A keep-alive connection with one request at a time. */
export class Connection {
  readonly #socket: Socket;
  readonly #reader = new ResponseReader();
  #answered: (status: number) => void = () => {};
  #failed: (error: Error) => void = () => {};

  /**
   * From this address of the machine, or from 127.0.0.1. `send` sets the callbacks before anything arrives. `onread` saves a
   * new buffer for each chunk.
   */
  constructor(port: number, localAddress?: string) {
    const onread = {
      buffer: Buffer.allocUnsafe(bufferBytes),
      callback: (length: number, bytes: Uint8Array) => this.#read(length, bytes),
    };
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true, onread, ...(localAddress && { localAddress }) });
    this.#socket.on('error', (error) => this.#failed(error));
    this.#socket.on('close', () => this.#failed(new Error('The server closed the connection.')));
  }

  send(request: string, answered: (status: number) => void, failed: (error: Error) => void): void {
    this.#answered = answered;
    this.#failed = failed;
    // The event of its end was before this request.
    if (this.#socket.destroyed) failed(new Error('The server has closed the connection.'));
    else this.#socket.write(request, 'latin1');
  }

  /** `send` as a promise. */
  request(request: string): Promise<number> {
    return new Promise((resolve, reject) => this.send(request, resolve, reject));
  }

  close(): void {
    this.#failed = () => {};
    this.#socket.destroy();
  }

  #read(length: number, bytes: Uint8Array): boolean {
    const status = this.#reader.read(bytes as Buffer, length);
    if (status !== undefined) this.#answered(status);
    return true;
  }
}
