/** Above this number, hosts without requests are forgotten. */
const maxHosts = 1000;

interface Line {
  /** The maximum number of concurrent requests. */
  readonly max: number;
  /** The minimum time between the starts of two requests. */
  readonly paceMs: number;
  /** The maximum number of slow requests that give up their place. */
  readonly maxAside: number;
}

const slowMs = 1000;

/** Limits per host and workspace, for endpoints whose last request was acknowledged and for failing endpoints. */
const lines = { healthy: { max: 10, paceMs: 0, maxAside: 20 }, failing: { max: 1, paceMs: 100, maxAside: 0 } };

interface OpenRequest {
  readonly endpoint: object;
  /** True if there has been no response for `slowMs`. */
  isSlow: boolean;
  isAside: boolean;
}

/**
 * A queue of endpoints that want to send to one host. An endpoint that starts a request moves behind those that wait. A hung
 * receiver must not block the other endpoints of its host: an endpoint with a slow request starts nothing, slow requests give
 * up their place, and the places are divided among the active endpoints.
 */
class WaitingLine {
  readonly #line: Line;
  /** Longest wait first, each with the function that wakes the endpoint. */
  readonly #waiting = new Map<object, () => void>();
  readonly #requests = new Set<OpenRequest>();
  #startedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(line: Line) {
    this.#line = line;
  }

  get isIdle(): boolean {
    return this.#requests.size === 0 && this.#waiting.size === 0 && this.#pauseMs() <= 0;
  }

  /** Returns true if the endpoint may start a request now. Otherwise it is queued, and woken when it may be its turn. */
  mayStart(endpoint: object, wake: () => void): boolean {
    if (this.#hasEnough(endpoint)) {
      this.leave(endpoint);
      return false;
    }
    const place = [...this.#waiting.keys()].indexOf(endpoint);
    const ahead = place === -1 ? this.#waiting.size : place;
    const pauseMs = this.#pauseMs();
    if (this.#taken + ahead < this.#line.max && pauseMs <= 0) return true;
    this.#waiting.set(endpoint, wake);
    if (pauseMs > 0) this.#wakeIn(pauseMs);
    return false;
  }

  /** Returns a function to call when the request has ended. */
  start(endpoint: object): () => void {
    this.#waiting.delete(endpoint);
    const request = { endpoint, isSlow: false, isAside: false };
    this.#requests.add(request);
    const timer = setTimeout(() => {
      request.isSlow = true;
      request.isAside = this.#aside < this.#line.maxAside;
      this.#wakeFirst();
    }, slowMs);
    this.#startedAt = performance.now();
    // Several requests may have ended before the first endpoint in the queue woke up.
    this.#wakeFirst();
    return () => {
      clearTimeout(timer);
      this.#requests.delete(request);
      this.#wakeFirst();
    };
  }

  leave(endpoint: object): void {
    if (this.#waiting.delete(endpoint)) this.#wakeFirst();
  }

  get #aside(): number {
    return [...this.#requests].filter(({ isAside }) => isAside).length;
  }

  get #taken(): number {
    return this.#requests.size - this.#aside;
  }

  /** Such an endpoint is not queued: it checks again when one of its requests ends. */
  #hasEnough(endpoint: object): boolean {
    const own = [...this.#requests].filter((request) => request.endpoint === endpoint);
    const all = new Set([endpoint, ...this.#waiting.keys(), ...[...this.#requests].map((request) => request.endpoint)]);
    return own.some(({ isSlow }) => isSlow) || own.length >= Math.ceil(this.#line.max / all.size);
  }

  #pauseMs(): number {
    return this.#startedAt + this.#line.paceMs - performance.now();
  }

  #wakeIn(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#wakeFirst();
    }, Math.ceil(milliseconds));
  }

  #wakeFirst(): void {
    const [wake] = this.#waiting.values();
    if (this.#taken < this.#line.max) wake?.();
  }
}

type Health = keyof typeof lines;

/**
 * Limits a workspace's requests to one host, however many endpoints it has there. They get no more concurrent requests than one
 * endpoint may have, and few while the host acknowledges nothing, because it may not have agreed to receive any.
 */
export class TargetHosts {
  readonly #hosts = new Map<string, Record<Health, WaitingLine>>();

  /** Returns true if the endpoint may start a request to its host now. It waits in only one queue at a time. */
  mayStart(endpoint: object, host: string, health: Health, wake: () => void): boolean {
    const { healthy, failing } = this.#linesOf(host);
    const [own, other] = health === 'healthy' ? [healthy, failing] : [failing, healthy];
    other.leave(endpoint);
    return own.mayStart(endpoint, wake);
  }

  /** Returns a function to call when the request has ended. */
  start(endpoint: object, host: string, health: Health): () => void {
    return this.#linesOf(host)[health].start(endpoint);
  }

  /** Called when the endpoint has nothing to send to the host now. */
  leave(endpoint: object, host: string): void {
    for (const line of Object.values(this.#hosts.get(host) ?? {})) line.leave(endpoint);
  }

  #linesOf(host: string): Record<Health, WaitingLine> {
    const found = this.#hosts.get(host);
    if (found) return found;
    if (this.#hosts.size >= maxHosts) this.#forgetIdle();
    const made = { healthy: new WaitingLine(lines.healthy), failing: new WaitingLine(lines.failing) };
    this.#hosts.set(host, made);
    return made;
  }

  #forgetIdle(): void {
    for (const [host, { healthy, failing }] of this.#hosts) {
      if (healthy.isIdle && failing.isIdle) this.#hosts.delete(host);
    }
  }
}

/** The key of a URL's host in a workspace. Neither the port nor a dot at the end of the name makes another host. */
export function hostOf(workspaceId: number, url: string): string {
  return `${workspaceId} ${new URL(url).hostname.replace(/\.$/, '')}`;
}
