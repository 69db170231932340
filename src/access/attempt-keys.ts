import { addressBlocks } from '#src/lib/network/addresses.ts';
import { hashedKey } from './rate-limit/window-store.ts';

export interface AttemptSource {
  /** The client address of the request. */
  readonly address: string;
  /** The owner of the secret: an e-mail, a client id. */
  readonly account: string;
}

/** The keys of an account and an address in a store; each is computed on access, because a known account needs only one. */
export class AttemptKeys {
  readonly #name: string;
  readonly #account: string;
  readonly #blocks: readonly string[];

  constructor(name: string, { address, account }: AttemptSource) {
    this.#name = name;
    this.#account = account;
    this.#blocks = addressBlocks(address);
  }

  get pair(): readonly string[] {
    return this.#blocks.map((block) => this.#pairKey('pair', block));
  }

  get pairDaily(): readonly string[] {
    return this.#blocks.map((block) => this.#pairKey('pairDaily', block));
  }

  get address(): readonly string[] {
    return this.#blocks.map((block) => hashedKey('attempt:address', this.#name, 'address', block));
  }

  get account(): readonly string[] {
    return [hashedKey('attempt:account', this.#name, 'account', this.#account)];
  }

  get known(): readonly string[] {
    return [this.#pairKey('known', this.#blocks[0] ?? '')];
  }

  #pairKey(limit: string, block: string): string {
    return hashedKey(`attempt:${limit}`, this.#name, 'pair', block, this.#account);
  }
}
