import { describe, expect, it } from 'vitest';
import { ResponseReader } from './response-reader.ts';

const answer = Buffer.from('HTTP/1.1 429 Too Many Requests\r\nX-Any: 1\r\nContent-Length: 5\r\n\r\nhello');

describe('the reader of the load generator', () => {
  it('gives the status once the whole answer is there, wherever it was cut', () => {
    for (let cut = 1; cut < answer.length; cut++) {
      const reader = new ResponseReader();
      expect(reader.read(answer.subarray(0, cut), cut)).toBeUndefined();
      expect(reader.read(answer.subarray(cut), answer.length - cut)).toBe(429);
    }
  });

  it('reads one answer after the other on a connection', () => {
    const reader = new ResponseReader();
    for (let turn = 0; turn < 3; turn++) expect(reader.read(answer, answer.length)).toBe(429);
  });

  it('looks at no more bytes of the buffer than were read', () => {
    const reader = new ResponseReader();
    expect(reader.read(Buffer.concat([answer, answer]), answer.length)).toBe(429);
  });

  it('refuses an answer without a length', () => {
    const chunked = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    expect(() => new ResponseReader().read(chunked, chunked.length)).toThrow('no length');
  });
});
