import { pino } from 'pino';
import type { Log } from './log.ts';

/** JSON lines on standard error, so that standard output is the greeting's. Credentials are never part of what is logged. */
export function createLog(level: string): Log {
  const destination = pino.destination({ fd: 2, sync: false, minLength: 4096 });
  const flushing = setInterval(() => destination.flush(), 500);
  flushing.unref();
  const serializers = { err: withoutPackets };
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination);
}

/** Node's parser puts the bytes of a request into its errors, and with them the caller's credential. */
function withoutPackets(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { rawPacket: _, ...told } = pino.stdSerializers.err(error) as Record<string, unknown>;
  return told;
}
