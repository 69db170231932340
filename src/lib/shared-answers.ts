import { setImmediate as nextTurn } from 'node:timers/promises';

interface Asked {
  /** The answer that is being made. */
  readonly running: Promise<unknown>;
  /** The answer that is made after it, for all who have asked since. */
  next?: Promise<unknown>;
  /** Resolves when the last of them has it. */
  handedOver?: Promise<unknown>;
}

/**
 * Answers the same question once for all who wait for it. An answer that is being made already may have been read from a
 * state before the question, so who asks meanwhile shares the one after it.
 */
export class SharedAnswers {
  readonly #asked = new Map<string, Asked>();

  /** The answer to a question. All who share it have the same answer, or the same error. */
  answer<Answer>(question: string, make: () => Promise<Answer>): Promise<Answer> {
    const asked = this.#asked.get(question);
    if (!asked) return this.#make(question, make);
    const next = () => this.#make(question, make);
    asked.next ??= asked.running.then(next, next);
    return handOver(asked, asked.next as Promise<Answer>);
  }

  #make<Answer>(question: string, make: () => Promise<Answer>): Promise<Answer> {
    const running = make();
    const asked: Asked = { running };
    this.#asked.set(question, asked);
    const end = () => {
      // Where there is an answer after it, the entry is to be that one's.
      if (!asked.next) this.#asked.delete(question);
    };
    running.then(end, end);
    return running;
  }
}

/** One a turn: to send a long answer to ten callers at once kept all other requests waiting for a tenth of a second. */
async function handOver<Answer>(asked: Asked, answer: Promise<Answer>): Promise<Answer> {
  const before = asked.handedOver ?? answer.catch(() => undefined);
  asked.handedOver = before.then(() => nextTurn());
  await asked.handedOver;
  return answer;
}
