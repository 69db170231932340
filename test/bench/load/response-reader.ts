const headEnd = '\r\n\r\n';
/** Our servers send shorter heads. The reader searches no more of a chunk for the end of one. */
const maxHeadBytes = 4096;

/** Detects the end of each response on a keep-alive connection with one request at a time. A body needs a Content-Length. */
export class ResponseReader {
  #head = '';
  #status = 0;
  #missing = -1;

  /** The status of the response that these bytes complete; undefined while more must arrive. */
  read(bytes: Buffer, length: number): number | undefined {
    const consumed = this.#missing === -1 ? this.#readHead(bytes, length) : 0;
    if (this.#missing === -1) return undefined;
    this.#missing -= length - consumed;
    if (this.#missing > 0) return undefined;
    if (this.#missing < 0) throw new Error('The response is longer than its Content-Length.');
    this.#missing = -1;
    return this.#status;
  }

  /** Returns how many of the bytes belong to the head. */
  #readHead(bytes: Buffer, length: number): number {
    const before = this.#head.length;
    const text = this.#head + bytes.toString('latin1', 0, Math.min(length, maxHeadBytes));
    const end = text.indexOf(headEnd);
    if (end === -1 && length >= maxHeadBytes) throw new Error('The head of the response does not end.');
    this.#head = end === -1 ? text : '';
    if (end === -1) return length;
    this.#status = Number(text.slice(9, 12));
    this.#missing = contentLength(text.slice(0, end));
    return end + headEnd.length - before;
  }
}

function contentLength(head: string): number {
  const match = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (!match) throw new Error(`The response has no Content-Length:\n${head}`);
  return Number(match[1]);
}
