/** Settles as the promise does, or rejects when that takes longer. The work behind the promise is not cancelled. */
export function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(Object.assign(new Error(`No response within ${timeoutMs} ms.`), { code: 'ETIMEDOUT' }));
    // A busy event loop may have left the answer unread in the socket: let I/O run once before rejecting.
    const timer = setTimeout(() => setImmediate(expire), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
