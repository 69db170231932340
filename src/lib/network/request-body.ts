import type { IncomingMessage } from 'node:http';

/** The reasons why a body could not be read. 'not JSON' and 'too many parts' concern JSON, 'too many pairs' forms. */
export type BodyProblem =
  | 'too large'
  | 'not UTF-8'
  | 'broken off'
  | 'encoded'
  | 'not JSON'
  | 'too many parts'
  | 'too many pairs';

/** The maximum of names, lists and objects in a JSON body. They take far longer to read than long texts or lists of numbers. */
export const maxParts = 5_000;

/** Reads a body whose content type is JSON, in UTF-8 if it names a charset. */
export async function readJsonText(
  request: IncomingMessage,
  maxBytes: number,
): Promise<string | { problem: BodyProblem }> {
  if (!isJson(request.headers['content-type'])) return { problem: 'not JSON' };
  const text = await readText(request, maxBytes);
  return typeof text === 'string' && text.length > maxParts && partsOf(text) > maxParts
    ? { problem: 'too many parts' }
    : text;
}

/** How many names, lists and objects a JSON text has. */
export function partsOf(json: string): number {
  let parts = 0;
  let isInText = false;
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index);
    if (character === quote) isInText = !isInText;
    else if (isInText) index += character === backslash ? 1 : 0;
    else if (character === colon || character === bracket || character === brace) parts++;
  }
  return parts;
}

const [quote, backslash, colon, bracket, brace] = ['"', '\\', ':', '[', '{'].map((each) => each.charCodeAt(0));

function isJson(contentType = ''): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  return type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

/** Reads the whole body as text. At most `maxBytes` go into memory. */
export async function readText(
  request: IncomingMessage,
  maxBytes: number,
): Promise<string | { problem: Exclude<BodyProblem, 'not JSON' | 'too many parts' | 'too many pairs'> }> {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  // Compressed bodies are refused, because a few bytes can unpack to many.
  if (encoding.trim().toLowerCase() !== 'identity') return { problem: 'encoded' };
  const bytes = await readContent(request, maxBytes);
  if (typeof bytes === 'string') return { problem: bytes };
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return { problem: 'not UTF-8' };
  }
}

/** Reads the whole body as bytes. */
export async function readContent(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | 'too large' | 'broken off'> {
  try {
    return (await readBytes(request, maxBytes)) ?? 'too large';
  } catch (error) {
    // The client hung up or sent invalid HTTP. That is no error of the server.
    if (request.errored) return 'broken off';
    throw error;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined if there are too many bytes. Event listeners cost half as much as an iterator of the stream. */
async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const isTooLarge = Number(request.headers['content-length'] ?? 0) > maxBytes;
  // Discard the rest of the body: unread, it would block the next request of the connection.
  if (isTooLarge) request.resume();
  return isTooLarge ? undefined : bytesOf(request, maxBytes);
}

function bytesOf(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // A request that is already destroyed has no more events.
    const fail = () => reject(request.errored ?? new Error('The request ended before its body'));
    if (request.destroyed) return fail();
    request
      .on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= maxBytes) chunks.push(chunk);
        else resolve(undefined);
      })
      .on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
      .on('error', fail)
      .on('close', () => request.readableEnded || fail());
  });
}
