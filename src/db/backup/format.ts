import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import type { SignedTexts } from '#src/lib/secrets/signed-texts.ts';

// A backup is one zstd stream of lines. The first line is a JSON object that describes the backup. The rows of each table
// follow in COPY format, each table ended by the line `\.`. The last line is a JSON object with the row count and SHA-256 of
// each table, a SHA-256 of these and of the first line, and its signature with the SECRET_KEY. So the signature covers the
// content and order of every byte before the last line.

/** A backup that cannot be written or read. The text is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const format = 'slotline backup';

export const backupPurpose = 'backups';

const headerShape = z.object({
  format: z.literal(format),
  formatVersion: z.literal(1),
  /** The version of the program that wrote it. */
  version: z.string(),
  createdAt: z.string(),
  /** The migrations that were applied to the database, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  sequences: z.record(z.string(), z.string().regex(/^-?\d+$/)),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});

const endShape = z.object({
  tables: z.array(z.object({ rows: z.number(), sha256: z.string() })),
  sha256: z.string(),
  /** Absent in backups that were written without a SECRET_KEY, or before backups were signed. */
  signature: z.string().optional(),
});

export type BackupHeader = Omit<z.output<typeof headerShape>, 'format' | 'formatVersion'>;
export type TableSum = z.output<typeof endShape>['tables'][number];

const terminator = Buffer.from('\\.\n');

/** Enables the checksum of the zstd frame too, so that `zstd --test` finds damage without this program. */
export const compress = () => createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });

interface BackupWriter {
  /** Streams the rows of a table. */
  readonly copy: (table: BackupHeader['tables'][number]) => AsyncIterable<Buffer>;
  readonly signatures: SignedTexts | undefined;
  readonly onEnd: (sums: readonly TableSum[]) => void;
}

/** The bytes of a backup before compression. */
export async function* backupBytes(
  header: BackupHeader,
  { copy, signatures, onEnd }: BackupWriter,
): AsyncGenerator<Buffer | string> {
  const first = `${JSON.stringify({ format, formatVersion: 1, ...header })}\n`;
  yield first;
  const sums: TableSum[] = [];
  for (const table of header.tables) {
    const sum = new RowSum();
    yield* sum.of(copy(table));
    yield terminator;
    sums.push(sum.result());
  }
  onEnd(sums);
  const sha256 = wholeSum(first, sums);
  const signature = signatures?.sign(sha256).slice(`${sha256}.`.length);
  yield `${JSON.stringify({ tables: sums, sha256, signature })}\n`;
}

function wholeSum(first: string, sums: readonly TableSum[]): string {
  return createHash('sha256').update(first).update(JSON.stringify(sums)).digest('hex');
}

/** Counts and hashes the rows of a stream. */
class RowSum {
  readonly #hash: Hash = createHash('sha256');
  #rows = 0;

  async *of(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.#hash.update(chunk);
      // COPY escapes a line break within a value as `\n`, so each line is a row.
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.#rows += 1;
      yield chunk;
    }
  }

  result(): TableSum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

type OnTable = (table: BackupHeader['tables'][number], rows: AsyncIterable<Buffer>) => Promise<void>;

interface BackupContent {
  readonly header: BackupHeader;
  readonly sums: readonly TableSum[];
  /** The hash of the signed content. */
  readonly sha256: string;
  readonly signature: string | undefined;
}

/** Reads a whole backup. Throws a BackupError if it is damaged; only the signature protects against deliberate changes. */
export async function readBackup(file: string, onTable: OnTable): Promise<BackupContent> {
  let result: BackupContent | undefined;
  const source = createReadStream(file, { highWaterMark: 1 << 20 });
  try {
    await pipeline(source, createZstdDecompress({ chunkSize: 1 << 18 }), async (chunks: AsyncIterable<Buffer>) => {
      const lines = new Lines(chunks);
      const first = await lines.next();
      const header = parse(headerShape, first, `${file} is not a backup that this version can read.`);
      const sums: TableSum[] = [];
      for (const table of header.tables) {
        const sum = new RowSum();
        await onTable(table, sum.of(lines.untilTerminator()));
        sums.push(sum.result());
      }
      const sha256 = wholeSum(first, sums);
      const end = parse(endShape, await lines.next(), `${file} is damaged: its last line cannot be read.`);
      requireSame(file, { header, sums, sha256 }, end);
      await lines.requireEnd(file);
      result = { header, sums, sha256, signature: end.signature };
    });
  } catch (error) {
    throw readable(file, error);
  }
  return result as NonNullable<typeof result>;
}

function requireSame(
  file: string,
  { header, sums, sha256 }: Omit<BackupContent, 'signature'>,
  end: z.output<typeof endShape>,
): void {
  for (const [index, { name }] of header.tables.entries()) {
    const [found, written] = [sums[index], end.tables[index]];
    if (found?.rows === written?.rows && found?.sha256 === written?.sha256) continue;
    throw new BackupError(`${file} is damaged: the rows of ${name} have changed since they were written.`);
  }
  if (sha256 !== end.sha256) throw new BackupError(`${file} is damaged: its first line was changed.`);
}

function parse<Shape extends z.ZodType>(shape: Shape, line: string, problem: string): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(line));
  } catch (cause) {
    throw new BackupError(problem, { cause });
  }
}

/** Errors of the file system and of zlib have codes. Errors that the reader throws have their own messages. */
function readable(file: string, error: unknown): unknown {
  const code = String((error as { code?: unknown }).code ?? '');
  if (code === 'Z_BUF_ERROR') return new BackupError(`${file} is truncated: its end is missing.`, { cause: error });
  if (code.startsWith('ZSTD_error_prefix')) return new BackupError(`${file} is not a backup.`, { cause: error });
  if (code.startsWith('Z') || code === 'ERR_ZSTD') return new BackupError(`${file} is damaged.`, { cause: error });
  if ((error as NodeJS.ErrnoException).syscall === 'open' || code === 'EISDIR') {
    return new BackupError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  return error;
}

/** The lines of a stream of chunks. */
class Lines {
  readonly #chunks: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next line with its end. */
  async next(): Promise<string> {
    for (let end = this.#buffer.indexOf(10); ; end = this.#buffer.indexOf(10)) {
      if (end !== -1) return this.#take(end + 1).toString();
      await this.#more();
    }
  }

  /** Yields whole lines up to the next `\.`, in chunks of any size. */
  async *untilTerminator(): AsyncGenerator<Buffer> {
    for (;;) {
      const isAtStart = this.#buffer.subarray(0, terminator.length).equals(terminator);
      const found = isAtStart ? -1 : this.#buffer.indexOf('\n\\.\n');
      const isEnd = isAtStart || found !== -1;
      const end = isEnd ? found : this.#buffer.lastIndexOf(10);
      if (end !== -1) yield this.#take(end + 1);
      if (isEnd) {
        this.#take(terminator.length);
        return;
      }
      await this.#more();
    }
  }

  async requireEnd(file: string): Promise<void> {
    const { done } = await this.#chunks.next();
    if (this.#buffer.length > 0 || !done) throw new BackupError(`${file} is damaged: there is data after its end.`);
  }

  #take(length: number): Buffer {
    const taken = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    if (done) throw Object.assign(new Error('The lines end too early'), { code: 'Z_BUF_ERROR' });
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value]);
  }
}
