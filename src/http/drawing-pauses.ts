/** The first pause. Each further pause is twice as long, until a page is rendered in time. */
const firstPauseMs = 30_000;
const maxPauseMs = 10 * 60_000;
/** So many people of a workspace, or people and workspaces of the server, paused at the same time, show a common cause. */
const peopleOfWorkspace = 2;
const peopleOfServer = 3;
const workspacesOfServer = 3;
/** Beyond this number the oldest pauses are forgotten. */
const maxEntries = 200;

/** The user who opens a page. */
export interface Reader {
  readonly workspaceId: number;
  readonly userId: number;
}

interface Pause {
  readonly until: number;
  readonly ms: number;
}

/**
 * Pauses server rendering after pages were late: a browser that waits for such a page shows its own a second later. The pause
 * applies to the person; to the workspace if a second person had to wait, for example because its data are slow to read; to
 * everybody if a third person had to wait in a third workspace, because others keep the thread busy.
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

  /** Records a page that was rendered in time: the next pause is short. A current pause continues: the page may be older. */
  drawn({ workspaceId, userId }: Reader): void {
    const now = this.#now();
    const hasEnded = (pause: Pause | undefined) => pause !== undefined && pause.until <= now;
    const person = `${workspaceId}/${userId}`;
    if (hasEnded(this.#people.get(person))) this.#people.delete(person);
    if (hasEnded(this.#workspaces.get(workspaceId))) this.#workspaces.delete(workspaceId);
    if (hasEnded(this.#all)) this.#all = undefined;
  }

  /** Records a page that was too late for its browser. */
  late({ workspaceId, userId }: Reader): void {
    const person = `${workspaceId}/${userId}`;
    store(this.#people, person, this.#next(this.#people.get(person)));
    const people = this.#paused(this.#people).filter((key) => key.startsWith(`${workspaceId}/`));
    if (people.length >= peopleOfWorkspace) {
      store(this.#workspaces, workspaceId, this.#next(this.#workspaces.get(workspaceId)));
    }
    // One person with several large workspaces is no common cause.
    const keys = this.#paused(this.#people).map((key) => key.split('/'));
    const workspaces = new Set(keys.map(([workspace]) => workspace));
    const users = new Set(keys.map(([, user]) => user));
    if (workspaces.size >= workspacesOfServer && users.size >= peopleOfServer) this.#all = this.#next(this.#all);
  }

  /** Pages that were requested together are late together, and start only one pause. */
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
