import { pino } from 'pino';

/** The logger's methods that the rooms use. */
export interface Log {
  debug(detail: object, message: string): void;
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

/** Writes JSON lines to standard error, because standard output is for the greeting. Credentials are never logged. */
export function createLog(level: string): Log {
  const destination = pino.destination({ fd: 2, sync: false, minLength: 4096 });
  const flushing = setInterval(() => destination.flush(), 500);
  flushing.unref();
  const serializers = { err: withoutPackets };
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination);
}

/** Node's parser puts the bytes of a request, and so the client's credential, into its errors. */
function withoutPackets(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { rawPacket: _, ...logged } = pino.stdSerializers.err(error) as Record<string, unknown>;
  return logged;
}
