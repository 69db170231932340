import { type LoggerOptions, pino } from 'pino';

const warnSeverity = pino.levels.values.warn ?? 40;

/** The logger's methods in use. */
export interface Log {
  debug(detail: object, message: string): void;
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/**
 * Writes to standard error, because standard output is for the greeting: lines for a reader on a terminal, JSON lines
 * elsewhere. Credentials are never logged.
 */
export function createLog(level: string): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutPackets },
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (process.stderr.isTTY) return pino(options, { write: (entry) => process.stderr.write(readable(entry)) });
  const destination = pino.destination({ fd: 2, sync: false, minLength: 4096 });
  const flushing = setInterval(() => destination.flush(), 500);
  flushing.unref();
  const hooks: LoggerOptions['hooks'] = {
    // Entries below `warn` are buffered, so that several are written together.
    logMethod(entry, method, severity) {
      method.apply(this, entry);
      if (severity >= warnSeverity) destination.flush();
    },
  };
  return pino({ ...options, hooks }, destination);
}

interface Entry {
  readonly level: string;
  readonly time: string;
  readonly msg: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [detail: string]: unknown;
}

/** An entry as a person reads it: `12:03:04 INFO  request method=GET path=/v1/users status=200`. */
export function readable(json: string): string {
  const { level, time, msg, err, ...details } = JSON.parse(json) as Entry;
  const fields = Object.entries(details).map(([name, value]) => ` ${name}=${textOf(value)}`);
  const head = `${time.slice(11, 19)} ${level.toUpperCase().padEnd(5)} ${plain(msg)}${fields.join('')}\n`;
  return err === undefined ? head : `${head}${indented(plain(err.stack ?? err.message ?? JSON.stringify(err)))}\n`;
}

/** A text with control characters, which may come from a caller, is shown escaped: it could change the terminal. */
function textOf(value: unknown): string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : JSON.stringify(value);
}

/** Removes control characters, which may come from a caller, except tabs and line ends. */
function plain(text: string): string {
  return text.replace(/(?![\t\n])\p{Cc}/gu, '');
}

function indented(text: string): string {
  return text.replace(/^/gm, '      ');
}

/** Node's parser puts the bytes of a request, and so the client's credential, into its errors. */
function withoutPackets(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { rawPacket: _, ...logged } = pino.stdSerializers.err(error) as Record<string, unknown>;
  return logged;
}
