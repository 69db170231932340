import type { IncomingMessage } from 'node:http';

/** Why there is no text: the last is only told of a body that had to be JSON. */
export type BodyProblem = 'too large' | 'not UTF-8' | 'broken off' | 'encoded' | 'not JSON';

type Unreadable<Problem extends BodyProblem> = { readonly problem: Problem };

/** The text of a body that says that it is JSON, and in UTF-8 if it says so much. */
export async function readJsonText(
  request: IncomingMessage,
  greatestBytes: number,
): Promise<string | Unreadable<BodyProblem>> {
  return isJson(request.headers['content-type']) ? readText(request, greatestBytes) : { problem: 'not JSON' };
}

function isJson(contentType = ''): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  return type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

/** The whole body as text, or why it is not to be had. Reads no more into memory than `greatestBytes`. */
export async function readText(
  request: IncomingMessage,
  greatestBytes: number,
): Promise<string | Unreadable<Exclude<BodyProblem, 'not JSON'>>> {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  // Nothing is unpacked, so that no few bytes can become many.
  if (encoding.trim().toLowerCase() !== 'identity') return { problem: 'encoded' };
  const bytes = await readContent(request, greatestBytes);
  if (typeof bytes === 'string') return { problem: bytes };
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return { problem: 'not UTF-8' };
  }
}

/** The whole body as it is. */
export async function readContent(
  request: IncomingMessage,
  greatestBytes: number,
): Promise<Buffer | 'too large' | 'broken off'> {
  try {
    return (await readBytes(request, greatestBytes)) ?? 'too large';
  } catch (error) {
    // The caller hung up, or sent what is no HTTP: no error of the server.
    if (request.errored) return 'broken off';
    throw error;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

async function readBytes(request: IncomingMessage, greatestBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = Number(request.headers['content-length'] ?? 0);
  if (size <= greatestBytes) {
    size = 0;
    const incoming: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
    for await (const chunk of incoming) {
      size += chunk.length;
      if (size > greatestBytes) break;
      chunks.push(chunk);
    }
  }
  if (size <= greatestBytes) return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  // Unread, the rest of the body would keep the connection from its next request.
  request.resume();
  return undefined;
}
