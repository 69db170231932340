import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** A change stream as a page reads it. */
export interface ReadStream {
  readonly response: Response;
  /** What came until now. */
  readonly messages: readonly object[];
  /** Waits for a message that names the record. */
  named(record: string): Promise<void>;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

interface PageRequest {
  readonly headers?: Record<string, string>;
  readonly age?: number;
}

/** The headers with which a page of the session requests its stream. */
export function pageHeaders(session: string): Record<string, string> {
  return { cookie: `session=${session}`, 'x-slotline-client': 'web' };
}

/** Opens the change stream of a session. */
export async function openStream(app: TestApp, session: string, options: PageRequest = {}): Promise<ReadStream> {
  const { headers = {}, age = 0 } = options;
  const response = await fetch(`${app.url}/changes?age=${age}`, { headers: { ...pageHeaders(session), ...headers } });
  expect(response.status).toBe(200);
  const messages: object[] = [];
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  const read = async () => {
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) if (event.startsWith('data: ')) messages.push(JSON.parse(event.slice(6)));
    }
  };
  return {
    response,
    messages,
    named: (record) => expect.poll(() => JSON.stringify(messages), { timeout: 20_000 }).toContain(`"${record}"`),
    // A connection that is cut ends the stream as well.
    ended: read().catch(() => undefined),
    close: () => reader.cancel(),
  };
}
