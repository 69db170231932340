import type { Context as KoaContext, Middleware, Next } from 'koa';

/** A middleware that also receives the path segments of the placeholders in its template. */
export type Endpoint = (koa: KoaContext, next: Next, ...steps: string[]) => unknown;

/** One row of the route table. An endpoint rejects wrong methods itself, in the format of its responses. */
export interface Route {
  /** A single path, a template such as `/e/{username}`, or `/settings/*` for every path below. */
  readonly path: string;
  /** The regular expression of a segment. The default is any text without a slash. */
  readonly steps?: Readonly<Record<string, string>>;
  /** The name in metrics and logs. The default is the path. */
  readonly label?: string;
  /** True if any `Host` is accepted, because load balancers use addresses of their own. */
  readonly isForAnyHost?: boolean;
  readonly endpoint: Endpoint;
}

/** The label of every path without a row, so that callers cannot create labels. */
export const otherPath = 'other';

interface Row extends Route {
  readonly label: string;
  /** The pattern of a template. */
  readonly pattern: RegExp | undefined;
}

/**
 * The table of all paths of a server: mounting, labels and the check of `Host` use it. A map finds most paths. Templates are
 * compared, in order, only with paths that have the same first segment.
 */
export class Routes {
  readonly labels: ReadonlySet<string>;
  readonly #exact: ReadonlyMap<string, Row>;
  readonly #templates: ReadonlyMap<string, readonly Row[]>;

  constructor(routes: readonly Route[]) {
    const rows = routes.map((route) => ({ label: route.path, ...route, pattern: patternOf(route) }));
    this.labels = new Set(rows.map(({ label }) => label).filter((label) => label !== otherPath));
    const exact = rows.filter(({ pattern }) => !pattern);
    this.#exact = new Map(exact.map((row) => [row.path, row]));
    const twice = exact.find((row) => this.#exact.get(row.path) !== row);
    if (twice) throw new Error(`Two rows of the table of paths are ${twice.path}`);
    this.#templates = Map.groupBy(
      rows.filter(({ pattern }) => pattern),
      ({ path }) => firstStep(path),
    );
  }

  at(path: string): Row | undefined {
    return this.#exact.get(path) ?? this.#templates.get(firstStep(path))?.find(({ pattern }) => pattern?.test(path));
  }

  get middleware(): Middleware {
    return (koa, next) => {
      const row = this.at(koa.path);
      if (!row) return next();
      const [, ...steps] = row.pattern?.exec(koa.path) ?? [];
      return row.endpoint(koa, next, ...steps);
    };
  }
}

/** Runs a middleware before an endpoint. */
export function inOrder(first: Middleware, endpoint: Endpoint): Endpoint {
  return (koa, next, ...steps) => first(koa, async () => endpoint(koa, next, ...steps));
}

function firstStep(path: string): string {
  return path.slice(1, path.indexOf('/', 1));
}

function patternOf({ path, steps = {} }: Route): RegExp | undefined {
  if (!/\{|\/\*$/.test(path)) return undefined;
  const text = path
    .replaceAll('.', '\\.')
    .replace('*', '(.*)')
    .replace(/\{(\w+)\}/g, (_, name: string) => `(${steps[name] ?? '[^/]+'})`);
  return new RegExp(`^${text}$`, 's');
}
