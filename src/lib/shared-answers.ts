import { setImmediate as nextTurn } from 'node:timers/promises';

interface Pending {
  /** The answer that is being computed. */
  readonly running: Promise<unknown>;
  /** The next answer, for all callers since then. */
  next?: Promise<unknown>;
  /** Resolves when the last of these callers has it. */
  handedOver?: Promise<unknown>;
}

/**
 * Computes the answer to a question once for all callers that wait for it. A running computation may have read a state from
 * before the question, so callers that come meanwhile share the next answer.
 */
export class SharedAnswers {
  readonly #pending = new Map<string, Pending>();

  /** The answer to a question. All callers who share it get the same answer, or the same error. */
  answer<Answer>(question: string, make: () => Promise<Answer>): Promise<Answer> {
    const pending = this.#pending.get(question);
    if (!pending) return this.#make(question, make);
    const next = () => this.#make(question, make);
    pending.next ??= pending.running.then(next, next);
    return handOver(pending, pending.next as Promise<Answer>);
  }

  #make<Answer>(question: string, make: () => Promise<Answer>): Promise<Answer> {
    const running = make();
    const pending: Pending = { running };
    this.#pending.set(question, pending);
    const end = () => {
      // If another answer follows, the entry belongs to that one.
      if (!pending.next) this.#pending.delete(question);
    };
    running.then(end, end);
    return running;
  }
}

/** Serves one caller per turn: a long answer to ten callers at once blocked all other requests for a tenth of a second. */
async function handOver<Answer>(pending: Pending, answer: Promise<Answer>): Promise<Answer> {
  const before = pending.handedOver ?? answer.catch(() => undefined);
  pending.handedOver = before.then(() => nextTurn());
  await pending.handedOver;
  return answer;
}
