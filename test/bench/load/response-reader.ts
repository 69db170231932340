const headEnd = '\r\n\r\n';
/** No head of ours is longer; more of a chunk is not looked at for it. */
const greatestHeadBytes = 4096;

/** Tells when the answer to a request is there whole: keep-alive, one request at a time, bodies of a told length. */
export class ResponseReader {
  #head = '';
  #status = 0;
  #missing = -1;

  /** The status of the answer that these bytes complete; undefined while some of it is still to come. */
  read(bytes: Buffer, length: number): number | undefined {
    const consumed = this.#missing === -1 ? this.#readHead(bytes, length) : 0;
    if (this.#missing === -1) return undefined;
    this.#missing -= length - consumed;
    if (this.#missing > 0) return undefined;
    if (this.#missing < 0) throw new Error('The answer is longer than its Content-Length.');
    this.#missing = -1;
    return this.#status;
  }

  /** How many of the bytes belong to the head. */
  #readHead(bytes: Buffer, length: number): number {
    const before = this.#head.length;
    const text = this.#head + bytes.toString('latin1', 0, Math.min(length, greatestHeadBytes));
    const end = text.indexOf(headEnd);
    if (end === -1 && length >= greatestHeadBytes) throw new Error('The head of the answer does not end.');
    this.#head = end === -1 ? text : '';
    if (end === -1) return length;
    this.#status = Number(text.slice(9, 12));
    this.#missing = contentLength(text.slice(0, end));
    return end + headEnd.length - before;
  }
}

function contentLength(head: string): number {
  const match = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (!match) throw new Error(`The answer tells no length of its body:\n${head}`);
  return Number(match[1]);
}
