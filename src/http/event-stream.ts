import { Readable } from 'node:stream';

/** More than a client that reads ever leaves unread: the operating system buffers some hundred kilobytes before. */
const maxUnreadBytes = 16 * 1024;

/** A response of server-sent events. A client that does not read is dropped, so that it fills no memory. */
export class EventStream extends Readable {
  constructor() {
    super({ highWaterMark: maxUnreadBytes });
  }

  override _read(): void {
    // Events are pushed when they happen.
  }

  send(data: object): void {
    this.#write(`data: ${JSON.stringify(data)}\n\n`);
  }

  /** Sends a line that clients ignore, because proxies end a response that is silent for long. */
  comment(text: string): void {
    this.#write(`: ${text}\n\n`);
  }

  /** Ends the response after what was sent. */
  end(): void {
    if (!this.readableEnded && !this.destroyed) this.push(null);
  }

  #write(text: string): void {
    if (this.readableEnded || this.destroyed) return;
    if (!this.push(text)) this.destroy();
  }
}
