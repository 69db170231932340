/** The first pause; each that follows without a page drawn in time between is twice as long. */
const firstPauseMs = 30_000;
const maxPauseMs = 10 * 60_000;
/** People of a workspace, or workspaces, that are paused at the same time: then the cause is not one of them. */
const peopleOfWorkspace = 2;
const workspacesOfServer = 3;
/** The oldest pauses are forgotten beyond so many. */
const maxEntries = 200;

/** Who opens a page. */
export interface Reader {
  readonly workspaceId: number;
  readonly userId: number;
}

interface Pause {
  readonly until: number;
  readonly ms: number;
}

/**
 * Remembers for whom no page is drawn for a while, because pages were not drawn in time: a browser that waits for a page that does
 * not come shows its own a second later. The pause is for the person; for the workspace where a second person had to wait, as with data
 * that are slow to read; for all where a third workspace had to, because others keep the thread busy.
 */
export class DrawingPauses {
  readonly #now: () => number;
  readonly #people = new Map<string, Pause>();
  readonly #workspaces = new Map<number, Pause>();
  #all: Pause | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isPaused({ workspaceId, userId }: Reader): boolean {
    const pauses = [this.#all, this.#workspaces.get(workspaceId), this.#people.get(`${workspaceId}/${userId}`)];
    return pauses.some((pause) => pause !== undefined && pause.until > this.#now());
  }

  /** A page of this reader was drawn in time: the next pause is a short one. One that lasts goes on, because the page may be older. */
  drawn({ workspaceId, userId }: Reader): void {
    const now = this.#now();
    const hasEnded = (pause: Pause | undefined) => pause !== undefined && pause.until <= now;
    const person = `${workspaceId}/${userId}`;
    if (hasEnded(this.#people.get(person))) this.#people.delete(person);
    if (hasEnded(this.#workspaces.get(workspaceId))) this.#workspaces.delete(workspaceId);
    if (hasEnded(this.#all)) this.#all = undefined;
  }

  /** A browser waited for a page in vain. */
  late({ workspaceId, userId }: Reader): void {
    const person = `${workspaceId}/${userId}`;
    store(this.#people, person, this.#next(this.#people.get(person)));
    const people = this.#paused(this.#people).filter((key) => key.startsWith(`${workspaceId}/`));
    if (people.length >= peopleOfWorkspace) {
      store(this.#workspaces, workspaceId, this.#next(this.#workspaces.get(workspaceId)));
    }
    const workspaces = new Set(this.#paused(this.#people).map((key) => key.split('/')[0]));
    if (workspaces.size >= workspacesOfServer) this.#all = this.#next(this.#all);
  }

  /** Pages that were requested together are late together, and begin one pause. */
  #next(pause: Pause | undefined): Pause {
    const now = this.#now();
    if (pause && pause.until > now) return pause;
    const ms = Math.min((pause?.ms ?? firstPauseMs / 2) * 2, maxPauseMs);
    return { until: now + ms, ms };
  }

  #paused<Key>(pauses: Map<Key, Pause>): Key[] {
    const now = this.#now();
    for (const [key, { until }] of pauses) if (until + maxPauseMs < now) pauses.delete(key);
    return [...pauses].filter(([, { until }]) => until > now).map(([key]) => key);
  }
}

function store<Key>(pauses: Map<Key, Pause>, key: Key, pause: Pause): void {
  pauses.delete(key);
  pauses.set(key, pause);
  const [oldest] = pauses.keys();
  if (pauses.size > maxEntries && oldest !== undefined) pauses.delete(oldest);
}
