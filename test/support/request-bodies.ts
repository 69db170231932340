export const mebibyte = 1024 * 1024;

/** A body in chunks, without a length. */
export function chunked(text: string, chunkLength = 65_536): ReadableStream {
  const bytes = Buffer.from(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + chunkLength));
      at += chunkLength;
    },
  });
}

/** JSON of exactly this number of bytes. */
export const jsonOf = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
