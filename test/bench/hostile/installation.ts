import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

interface InstallationOptions {
  /** The sources that are measured. */
  readonly root: string;
  readonly port: number;
  /** Is emptied first; the log of the server is beside it. */
  readonly dataDir: string;
}

export interface Owner {
  readonly token: string;
  readonly userId: number;
  readonly workspaceId: number;
}

const password = 'Sel7-made cloud castle';

/** A server of its own over an embedded PostgreSQL, as somebody installs it. */
export class Installation {
  readonly url: string;
  readonly #options: InstallationOptions;
  readonly #env: NodeJS.ProcessEnv;
  #server: ChildProcess | undefined;

  constructor(options: InstallationOptions) {
    this.#options = options;
    this.url = `http://localhost:${options.port}`;
    this.#env = {
      PATH: `${path.join(options.root, 'node_modules/.bin')}:${process.env.PATH}`,
      ...{ HOME: process.env.HOME, PORT: String(options.port), DATA_DIR: options.dataDir, BASE_URL: this.url },
      SECRET_KEY: 'a-secret-key-of-the-measurement-alone-0123456789',
    };
  }

  /** The server, and its PostgreSQL, which is no child of it. Their children belong to them. */
  get processes(): readonly [number, number] {
    const pidFile = readFileSync(path.join(this.#options.dataDir, 'postgres/postmaster.pid'), 'utf8');
    return [this.#server?.pid as number, Number(pidFile.split('\n')[0])];
  }

  async start(): Promise<void> {
    const { root, dataDir } = this.#options;
    await rm(dataDir, { recursive: true, force: true });
    const server = this.#node(['src/main.ts', '--sources'], { root, stdin: 'ignore' });
    const log = createWriteStream(`${dataDir}.log`);
    server.stdout?.pipe(log);
    server.stderr?.pipe(log);
    this.#server = server;
    for (let attempt = 0; attempt < 600; attempt++) {
      const isReady = await fetch(`${this.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      if (server.exitCode !== null) break;
      await delay(200);
    }
    throw new Error(`The server of ${root} did not start: see ${dataDir}.log`);
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (!server || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }

  #node(args: readonly string[], { root, stdin }: { root: string; stdin: 'ignore' | 'pipe' }): ChildProcess {
    const node = path.join(root, 'node_modules/.bin/node');
    return spawn(node, args, { cwd: root, env: this.#env, stdio: [stdin, 'pipe', 'pipe'] });
  }

  /** A workspace with its owner, who is signed in. */
  async workspace(name: string): Promise<Owner> {
    const email = `${name.toLowerCase()}@example.com`;
    const options = ['--name', name, '--owner-email', email, '--owner-password', '-'];
    const cli = this.#node(['src/cli/main.ts', 'workspace', 'create', ...options], {
      ...{ root: this.#options.root, stdin: 'pipe' },
    });
    cli.stdin?.end(`${password}\n`);
    const [output, errors] = await Promise.all([cli.stdout, cli.stderr].map((stream) => text(stream as never)));
    const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { token userId workspaceId } }';
    const { data } = await this.graphql(signIn, { input: { email, password } });
    if (!data?.signIn) throw new Error(`${name} was not made: ${output} ${errors}`);
    return data.signIn;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the answers are read where they are used.
  async graphql(query: string, variables: object = {}, token?: string): Promise<any> {
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
    return response.json();
  }
}
