/** The part of Fastify's types that the peer uses, so that the project type-checks without the packages of the bench. */
declare module 'fastify' {
  export interface Request {
    readonly headers: Record<string, string | undefined>;
    readonly query: Record<string, unknown>;
    caller: unknown;
  }
  export interface Reply {
    code(status: number): Reply;
    header(name: string, value: string): Reply;
    send(payload?: unknown): Reply;
  }
  export interface RouteOptions {
    readonly schema?: { readonly querystring?: object };
    readonly onRequest?: (request: Request, reply: Reply) => Promise<unknown>;
  }
  export interface Server {
    decorateRequest(name: string, value: unknown): void;
    get(path: string, options: RouteOptions, handler: (request: Request, reply: Reply) => Promise<unknown>): void;
    listen(options: { host: string; port: number }): Promise<string>;
    close(): Promise<void>;
  }
  export default function fastify(options?: { keepAliveTimeout?: number; logger?: boolean }): Server;
}
