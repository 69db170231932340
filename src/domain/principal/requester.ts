/** The owner of a request's credential. A request with neither a key nor a connection carries a session. */
export interface Requester {
  readonly workspaceId: number;
  readonly userId: number;
  readonly apiKeyId?: number | undefined;
  /** The connection of the app that calls; absent where no app calls. */
  readonly connectionId?: string | undefined;
  /** The client id of that app. */
  readonly clientId?: string | undefined;
}
