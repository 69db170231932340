/** The answer, or an error when it takes longer. What was asked for goes on unheard. */
export function withPatience<T>(answer: Promise<T>, patienceMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`No answer within ${patienceMs} ms.`));
    // When this process itself was busy, the answer may lie unread in the socket: read it before giving up.
    const timer = setTimeout(() => setImmediate(giveUp), patienceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
