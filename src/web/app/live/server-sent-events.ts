/** What the server sends. */
interface ChangeEvent {
  /** The types of records that have changed. */
  readonly changed?: readonly string[];
  /** Why the server ends the stream. */
  readonly ended?: string;
}

/** The events of a response. `onBytes` is called with whatever comes, also with comments. */
export async function* eventsIn(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<ChangeEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      text += decoder.decode(value, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) if (event.startsWith('data: ')) yield JSON.parse(event.slice('data: '.length));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
