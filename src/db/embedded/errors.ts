/** A start that cannot succeed. Its message is one line that an operator can act on. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** The code of a system or SQLSTATE error, such as ENOENT or 57P03; empty for anything else. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
