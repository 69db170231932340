import { addressBlocks } from '#src/lib/addresses.ts';
import { sha256 } from '#src/lib/crypto.ts';

export interface AttemptSource {
  /** The client address of the request. */
  readonly address: string;
  /** The owner of the secret: an e-mail, a client id. */
  readonly account: string;
}

/** The limits that count in every block of an address. */
export type BlockLimitName = 'pair' | 'pairDaily' | 'address';

/**
 * The keys of an account and an address in a store. They are hashed, so that no store holds a list of who signs in from
 * where; each only when it is read, because a known account needs one of up to eleven.
 */
export class AttemptKeys implements Readonly<Record<BlockLimitName, readonly string[]>> {
  readonly #name: string;
  readonly #account: string;
  readonly #blocks: readonly string[];
  /** By block. */
  readonly #pairs = new Map<string, string>();

  constructor(name: string, { address, account }: AttemptSource) {
    this.#name = name;
    this.#account = account;
    this.#blocks = addressBlocks(address);
  }

  get pair(): readonly string[] {
    return this.#blocks.map((block) => `attempt:pair:${this.#pairOf(block)}`);
  }

  get pairDaily(): readonly string[] {
    return this.#blocks.map((block) => `attempt:pairDaily:${this.#pairOf(block)}`);
  }

  get address(): readonly string[] {
    return this.#blocks.map((block) => `attempt:address:${this.#hashOf('address', block)}`);
  }

  get account(): string {
    return `attempt:account:${this.#hashOf('account', this.#account)}`;
  }

  get known(): string {
    return `attempt:known:${this.#pairOf(this.#blocks[0] ?? '')}`;
  }

  #pairOf(block: string): string {
    const hash = this.#pairs.get(block) ?? this.#hashOf('pair', block, this.#account);
    this.#pairs.set(block, hash);
    return hash;
  }

  #hashOf(...parts: string[]): string {
    return sha256([this.#name, ...parts].join('\n')).toString('base64url');
  }
}
