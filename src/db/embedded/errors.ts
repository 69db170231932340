/** A start that cannot succeed. Its message is one line that an operator can act on. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** Another server holds this data directory. Two servers would overwrite each other's data. */
export class DataDirInUseError extends EmbeddedPostgresError {
  override readonly name = 'DataDirInUseError';
  readonly dataDir: string;
  readonly pid: number | undefined;

  constructor(dataDir: string, pid: number | undefined) {
    const holder = pid === undefined ? 'another running server' : `a running server (pid ${pid})`;
    super(`The data directory ${dataDir} is in use by ${holder}. Stop it, or start with another DATA_DIR.`);
    this.dataDir = dataDir;
    this.pid = pid;
  }
}

/** The code of a system or SQLSTATE error, such as ENOENT or 57P03; empty for anything else. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
