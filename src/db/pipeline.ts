import pg from 'pg';
import type { Statement } from './statement.ts';

/**
 * A few connections on which statements are sent without waiting for the answers before them. One statement each, no
 * transactions. A slow statement holds up those behind it, so only statements of bounded cost belong here.
 */
export class Pipeline {
  readonly #config: pg.ClientConfig;
  readonly #slots: Slot[];

  constructor(config: pg.ClientConfig, size: number) {
    this.#config = config;
    this.#slots = Array.from({ length: size }, () => ({ waiting: 0, client: undefined }));
  }

  /** Runs a named statement on the connection with the fewest statements in flight. */
  async run<Row extends object>(statement: Statement, values: unknown[]): Promise<Row[]> {
    const slot = this.#leastBusy();
    slot.waiting++;
    try {
      slot.client ??= this.#connect(slot);
      const client = await slot.client;
      const result = await client.query<Row & pg.QueryResultRow>(queryConfig(statement, values));
      return result.rows;
    } finally {
      slot.waiting--;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.map(async ({ client }) => (await client?.catch(() => undefined))?.end()));
  }

  #leastBusy(): Slot {
    let best = this.#slots[0] as Slot;
    for (const slot of this.#slots) if (slot.waiting < best.waiting) best = slot;
    return best;
  }

  #connect(slot: Slot): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#config, pipeline: true });
    const opened = client.connect().then(() => client);
    // A lost connection fails what was in flight; the next statement opens a new one, which later events of the old
    // one leave alone.
    const forget = () => {
      if (slot.client === opened) slot.client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    opened.catch(forget);
    return opened;
  }
}

/** What the driver is handed; an unnamed statement is planned for its values. */
export function queryConfig({ prepared, text, asArrays }: Statement, values: unknown[]): pg.QueryConfig {
  const rowMode = asArrays ? { rowMode: 'array' } : undefined;
  return prepared === undefined ? { text, values, ...rowMode } : { name: prepared, text, values, ...rowMode };
}

interface Slot {
  waiting: number;
  client: Promise<pg.Client> | undefined;
}
