import { describe, expect, it } from 'vitest';
import { ResponseReader } from './response-reader.ts';

const response = Buffer.from('HTTP/1.1 429 Too Many Requests\r\nX-Any: 1\r\nContent-Length: 5\r\n\r\nhello');

describe('the reader of the load generator', () => {
  it('returns the status with the last byte, wherever the response was cut', () => {
    for (let cut = 1; cut < response.length; cut++) {
      const reader = new ResponseReader();
      expect(reader.read(response.subarray(0, cut), cut)).toBeUndefined();
      expect(reader.read(response.subarray(cut), response.length - cut)).toBe(429);
    }
  });

  it('reads one response after the other on a connection', () => {
    const reader = new ResponseReader();
    for (let turn = 0; turn < 3; turn++) expect(reader.read(response, response.length)).toBe(429);
  });

  it('reads only the filled part of the buffer', () => {
    const reader = new ResponseReader();
    expect(reader.read(Buffer.concat([response, response]), response.length)).toBe(429);
  });

  it('refuses a response without a Content-Length', () => {
    const chunked = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    expect(() => new ResponseReader().read(chunked, chunked.length)).toThrow('no Content-Length');
  });
});
