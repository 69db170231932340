import type { Config } from './config/config.ts';
import { type ConnectedDatabase, connectDatabase } from './db/open.ts';
import type { Log } from './lib/log.ts';
import { createLog } from './lib/pino-log.ts';

/** What the service stands on, begun before the rest of the code is loaded. */
export interface Foundation {
  readonly log: Log;
  readonly connecting: Promise<ConnectedDatabase>;
  /** Who is told the name of each hot statement. */
  observe(listener: (name: string) => void): void;
}

export function layFoundation(config: Config): Foundation {
  const log = createLog(config.logLevel);
  let tell: (name: string) => void = () => undefined;
  const connecting = connectDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    role: 'server',
    log: (message, detail) => log.info(detail ?? {}, message),
    onStatement: (name) => tell(name),
    onCrash: (error) => {
      log.error({ err: error }, 'the embedded PostgreSQL could not be brought back');
      process.exit(1);
    },
  });
  // Whoever awaits it is told of a failure; until then it is not an unhandled one.
  connecting.catch(() => undefined);
  return {
    log,
    connecting,
    observe: (listener) => {
      tell = listener;
    },
  };
}
