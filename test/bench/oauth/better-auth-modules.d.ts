// The few of better-auth's functions that the peer calls. Its own types are there only once the bench is installed.

declare module 'better-auth' {
  interface Adapter {
    create<Row>(row: { model: string; data: object }): Promise<Row>;
    findOne(query: { model: string; where: { field: string; value: string }[] }): Promise<object | null>;
  }
  export interface Auth {
    readonly options: object;
    readonly $context: Promise<{ readonly adapter: Adapter }>;
  }
  export function betterAuth(options: object): Auth;
}

declare module 'better-auth/db/migration' {
  export function getMigrations(options: object): Promise<{ runMigrations(): Promise<void> }>;
}

declare module 'better-auth/node' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { Auth } from 'better-auth';
  export function toNodeHandler(auth: Auth): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

declare module '@better-auth/oauth-provider' {
  export function oauthProvider(options: object): object;
}
