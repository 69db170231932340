/** A page waits at most this long for a limit. A longer one, such as that of wrong passwords, is shown. */
const maxWaitSeconds = 5;

/** Fetches, and waits where the server refuses the request because of a limit: nothing of such a request has run. */
export async function fetchWithinLimits(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  for (;;) {
    const response = await fetch(input, init);
    const seconds = Number(response.headers.get('Retry-After'));
    if (response.status !== 429 || seconds <= 0 || seconds > maxWaitSeconds) return response;
    await response.body?.cancel();
    await pause(seconds * 1000, init.signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
