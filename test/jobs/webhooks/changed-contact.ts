import { expect } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';
import { pause } from '../../support/waiting.ts';

interface Caller {
  readonly app: TestApp;
  readonly key: string;
}

/** A contact that one caller changes again and again. Its first name is the number of the change. */
export class ChangedContact {
  readonly id: number;
  readonly #caller: Caller;
  #changes = 0;
  /** Those that were committed, in their order. */
  readonly committed: string[] = [];

  constructor(id: number, caller: Caller) {
    this.id = id;
    this.#caller = caller;
  }

  /** Where the response does not say whether the change was committed, the contact does. */
  async change(): Promise<void> {
    const firstName = `Change ${++this.#changes}`;
    const { app, key } = this.#caller;
    const { status } = await sendJson(app, ['PUT', '/v1/contacts'], { contactId: this.id, firstName }, { key });
    if (status !== 200) expect(status).toBe(503);
    if (status === 200 || (await this.#stored()) === firstName) this.committed.push(firstName);
  }

  async #stored(): Promise<string> {
    const { app, key } = this.#caller;
    for (;;) {
      const { status, body } = await app.get(`/v1/contacts/detail?contactId=${this.id}`, key);
      if (status === 200) return body.data.firstName;
      expect(status).toBe(503);
      await pause(20);
    }
  }
}
