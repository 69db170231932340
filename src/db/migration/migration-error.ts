/** A migration that could not or must not be applied. The text is for the operator who starts the server. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
