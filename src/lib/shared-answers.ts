interface Asked {
  /** The answer that is being made. */
  readonly running: Promise<unknown>;
  /** The answer that is made after it, for all who have asked since. */
  next?: Promise<unknown>;
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
    asked.next ??= asked.running.then(
      () => this.#make(question, make),
      () => this.#make(question, make),
    );
    return asked.next as Promise<Answer>;
  }

  #make<Answer>(question: string, make: () => Promise<Answer>): Promise<Answer> {
    const running = make();
    const asked: Asked = { running };
    this.#asked.set(question, asked);
    const end = () => {
      // Of the answer after it, which has begun by then, the entry is another.
      if (!asked.next) this.#asked.delete(question);
    };
    running.then(end, end);
    return running;
  }
}
