import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, parse, printSchema, validate } from 'graphql';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemoWorkspace, type DemoWorkspace } from '#src/demo/demo-workspace.ts';
import { signatureHeaders } from '#src/domain/webhooks/signature.ts';
import { schema } from '#src/graphql/schema.ts';
import { groups } from '#src/site/docs/pages.ts';
import { bearer, send, type TestApp, testApp } from '../support/app.ts';
import { challengeFor, connect, newCode, newVerifier, type OAuthApp, oauthApp } from '../support/oauth.ts';
import { fromNow, present, presentMs } from '../support/present.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');

/** How each language runs a file. A response that is not a success fails the program, or is printed with its status. */
const runners = {
  sh: { command: '/bin/bash', options: [], file: 'example.sh' },
  ts: { command: process.execPath, options: [], file: 'example.mts' },
  // Without the packages of the machine it starts sooner, and the examples need none of them.
  python: { command: 'python3', options: ['-I', '-S'], file: 'example.py' },
};

/** More programs at once end later, not sooner. */
const limitedPrograms = pLimit(4);
/** Those that mostly wait do so all at once. */
const waitingPrograms = pLimit(10);
const failing = 'set -euo pipefail; curl() { command curl -sS --fail-with-body "$@"; }\n';

type Language = keyof typeof runners;

interface Example {
  readonly page: string;
  readonly source: string;
}

/** Programs of the other pages are for the machine of a server. */
const pages = groups.filter(({ title }) => title !== 'Operate').flatMap((group) => group.pages);

const addresses = { baseUrl: 'http://api.test', appUrl: 'http://api.test' };
const blocks = (language: string, base = addresses): Example[] =>
  pages.flatMap(({ name, text }) =>
    [...text(base).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, source = '']) => ({
      page: name,
      source,
    })),
  );

/** Without what is for the operator, in a shell alone. */
const requests = (language: string) => blocks(language).filter(({ source }) => !isForOperator(source));

const otherSecret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

/** The tests of the examples say what is missing where a language cannot run. */
const canRun = (language: Language) => language !== 'python' || hasPython;

describe.each([
  ['curl', 'sh', true, ''],
  ['TypeScript', 'ts', true, ''],
  ['Python', 'python', hasPython, hasPython ? '' : ' (skipped: no python3 on the path)'],
] as const)('the examples in %s', (_label, language, canRun, reason) => {
  let world: World;
  beforeAll(async () => {
    if (canRun) world = await newWorld();
  });
  afterAll(() => world?.close());

  it.skipIf(!canRun)(`succeed on a new demo workspace${reason}`, async () => {
    const examples = blocks(language, { baseUrl: world.app.url, appUrl: world.app.url });
    expect(examples.length).toBeGreaterThan(8);
    // Pages do not depend on each other; a program may read what an earlier one of its page wrote.
    const byPage = Map.groupBy(examples, ({ page }) => page);
    const failures = await Promise.all([...byPage.values()].map((programs) => failuresOf(language, programs, world)));
    expect(failures.flat()).toEqual([]);
  });
});

/** How a program writes instead of reading, and names its write. */
const writes = {
  ts: { get: 'headers: { ', post: "method: 'POST', headers: { ", key: "'Idempotency-Key': 'x', " },
  python: { get: 'headers={', post: 'method="POST", headers={', key: '"Idempotency-Key": "x", ' },
};

describe.concurrent('the programs that repeat a request', () => {
  const refusal = { status: 503, retryAfter: 1 };

  it('wait as long as Retry-After says, and repeat a GET after a 503', async ({ expect }) => {
    await Promise.all(
      (['sh', 'ts', 'python'] as const).filter(canRun).map(async (language) => {
        const [limit, outage] = await Promise.all([
          runRefusedOnce(language, { status: 429, retryAfter: 2 }),
          runRefusedOnce(language, refusal),
        ]);
        expect([language, limit.output, limit.times.length]).toEqual([language, undefined, 2]);
        expect(Number(limit.times[1]) - Number(limit.times[0]), language).toBeGreaterThanOrEqual(1950);
        expect([language, outage.output, outage.times.length]).toEqual([language, undefined, 2]);
      }),
    );
  });

  it('repeat a write after a 503 only with an Idempotency-Key', async ({ expect }) => {
    await Promise.all(
      (['ts', 'python'] as const).filter(canRun).map(async (language) => {
        const { get, post, key } = writes[language];
        const [without, withKey] = await Promise.all([
          runRefusedOnce(language, refusal, (source) => source.replace(get, post)),
          runRefusedOnce(language, refusal, (source) => source.replace(get, post + key)),
        ]);
        expect(without.output, language).toContain('503');
        expect(without.times, language).toHaveLength(1);
        expect([language, withKey.output, withKey.times.length]).toEqual([language, undefined, 2]);
      }),
    );
  });
});

/** Runs the program that repeats a request against a server that refuses its first request. */
async function runRefusedOnce(
  language: Language,
  { status, retryAfter }: { status: number; retryAfter: number },
  change = (source: string) => source,
): Promise<{ output: string | undefined; times: number[] }> {
  const times: number[] = [];
  const server = createServer((_request, response) => {
    times.push(presentMs());
    if (times.length === 1) response.writeHead(status, { 'Retry-After': retryAfter }).end('{}');
    else response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(path.join(tmpdir(), 'examples-'));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const program = blocks(language, { baseUrl, appUrl: baseUrl }).find(({ page }) => page === 'retries');
    const output = await runIn(
      folder,
      language,
      change(String(program?.source)),
      { KEY: 'service_x' },
      waitingPrograms,
    );
    return { output, times };
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
}

describe.each([
  ['curl', 'sh', true],
  ['TypeScript', 'ts', true],
  ['Python', 'python', hasPython],
] as const)('the program in %s that verifies a signature', (_label, language, canRun) => {
  const signed = signedRequest();
  const { source = '' } = blocks(language).find((each) => each.source.includes('WEBHOOK_SECRET')) ?? {};
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'examples-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.skipIf(!canRun)('accepts a request', async () => {
    expect(await runIn(folder, language, source, signed)).toBeUndefined();
  });

  it.skipIf(!canRun).each([
    ['the body', { WEBHOOK_BODY: `${signed.WEBHOOK_BODY} ` }],
    ['the id', { WEBHOOK_ID: 'evt_4712' }],
    ['the secret', { WEBHOOK_SECRET: otherSecret.replace('A', 'B') }],
    ['the version of the signatures', { WEBHOOK_SIGNATURE: String(signed.WEBHOOK_SIGNATURE).replaceAll('v1,', 'v2,') }],
    ['the time', { WEBHOOK_TIMESTAMP: String(Number(signed.WEBHOOK_TIMESTAMP) - 301) }],
  ])('refuses a request where %s is another', async (_, change) => {
    expect(await runIn(folder, language, source, { ...signed, ...change })).toMatch(/authentic|wrong|far away/);
  });
});

describe('the examples', () => {
  it('are in all three languages, page by page', () => {
    const pagesOf = (language: Language) => requests(language).map(({ page }) => page);
    expect(pagesOf('ts')).toEqual(pagesOf('sh'));
    expect(pagesOf('python')).toEqual(pagesOf('sh'));
  });

  it('in TypeScript have no type errors', async () => {
    const folder = await mkdtemp(path.join(root, 'node_modules/.examples-'));
    try {
      const sources = [...new Set(blocks('ts').map(({ source }) => source))];
      for (const [index, source] of sources.entries()) {
        await writeFile(path.join(folder, `example-${index}.mts`), `${source}\nexport {};\n`);
      }
      const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2024', types: ['node'] };
      await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
      const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
      expect(stdout).toBe('');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('in GraphQL are documents of the schema', () => {
    // A copy, because the test loads another module of graphql than the schema does.
    const copy = buildSchema(printSchema(schema));
    const documents = blocks('graphql');
    expect(documents.length).toBeGreaterThan(1);
    for (const { source } of documents) expect([source, validate(copy, parse(source))]).toEqual([source, []]);
  });
});

interface World {
  readonly app: TestApp;
  readonly demo: DemoWorkspace;
  readonly client: OAuthApp;
  readonly session: string;
  /** Where the programs run; it has the file that one of them uploads. */
  readonly folder: string;
  close(): Promise<void>;
}

async function newWorld(): Promise<World> {
  const app = await testApp({ ownAddress: true, production: false });
  app.clock.set(fromNow());
  const demo = await createDemoWorkspace(app.context);
  if (!demo) throw new Error('There is a demo workspace already');
  const client = await oauthApp(app, demo, {});
  const folder = await mkdtemp(path.join(tmpdir(), 'examples-'));
  const white = { width: 300, height: 300, channels: 3, background: '#ffffff' } as const;
  await sharp({ create: white }).png().toFile(path.join(folder, 'logo.png'));
  const { body } = await app.graphql('mutation ($input: SignInInput!) { signIn(input: $input) { token } }', undefined, {
    input: { email: demo.ownerEmail, password: demo.ownerPassword },
  });
  const session = String(body.data.signIn.token);
  const close = async () => {
    await rm(folder, { recursive: true });
    await app.close();
  };
  return { app, demo, client, session, folder, close };
}

/** Runs the programs of a page in order. */
async function failuresOf(language: Language, programs: readonly Example[], world: World): Promise<string[]> {
  const failures: string[] = [];
  for (const { page, source } of programs) {
    const output = await attempt(language, source, world);
    if (output !== undefined) failures.push(`${page}: ${source}\n${output}`);
  }
  return failures;
}

/** Runs a program. Returns its output if it failed. */
async function attempt(language: Language, source: string, world: World): Promise<string | undefined> {
  // The operator's commands run on the machine of a server, not against its address.
  if (isForOperator(source)) return undefined;
  return runIn(world.folder, language, source, await variablesIn(source, world));
}

async function runIn(
  folder: string,
  language: Language,
  source: string,
  variables: Record<string, string>,
  limited = limitedPrograms,
) {
  const { command, options, file: suffix } = runners[language];
  const file = `${randomBytes(8).toString('hex')}-${suffix}`;
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...variables };
  await writeFile(path.join(folder, file), language === 'sh' ? failing + source : source);
  try {
    const { stdout } = await limited(() => run(command, [...options, file], { cwd: folder, env, timeout: 120_000 }));
    // Neither `fetch` nor GraphQL fails a program by itself.
    const isRefused = language === 'ts' && /^[345]\d\d /.test(stdout);
    return isRefused || /["']?errors["']?:/.test(stdout) ? stdout : undefined;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}` || String(error);
  }
}

/** The environment that a program names, with new tokens for each program, because some are valid once. */
async function variablesIn(source: string, { app, demo, client, session }: World): Promise<Record<string, string>> {
  const needs = (name: string) => new RegExp(`\\b${name}\\b`).test(source);
  const verifier = newVerifier();
  const pair = needs('REFRESH_TOKEN') || needs('ACCESS_TOKEN') ? await connect(app, session, client) : undefined;
  return {
    KEY: demo.key,
    SESSION: session,
    EMAIL: demo.ownerEmail,
    PASSWORD: demo.ownerPassword,
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.secret,
    VERIFIER: verifier,
    ...(needs('WEBHOOK_SECRET') && signedRequest()),
    ...(needs('CODE') && { CODE: await newCode(app, session, client, challengeFor(verifier)) }),
    ...(needs('SLOT') && { SLOT: await openSlot(app, demo.key, linkPrefixIn(source)) }),
    ...(pair && { ACCESS_TOKEN: pair.access_token, REFRESH_TOKEN: pair.refresh_token }),
  };
}

/** The headers and the body of a webhook, and the secret that it is signed with. */
function signedRequest(): Record<string, string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const delivery = { id: 'evt_4711', body: '{"type":"call.booked","data":{"name":"Zoë"}}' };
  const headers = signatureHeaders({ ...delivery, timestamp: present(), secrets: [otherSecret, secret] });
  return {
    WEBHOOK_SECRET: secret,
    WEBHOOK_ID: delivery.id,
    WEBHOOK_TIMESTAMP: String(headers['webhook-timestamp']),
    WEBHOOK_SIGNATURE: String(headers['webhook-signature']),
    WEBHOOK_BODY: delivery.body,
  };
}

/** The event that a program in any of the languages books. */
function linkPrefixIn(source: string): string {
  const [, linkPrefix] = /linkPrefix["']?: ["']([^"']+)/.exec(source) ?? [];
  if (linkPrefix === undefined) throw new Error(`Names no event: ${source}`);
  return linkPrefix;
}

async function openSlot(app: TestApp, key: string, linkPrefix: string): Promise<string> {
  const { body } = await send(`${app.url}/v1/events/eventDates`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify({ linkPrefix, timeZone: 'America/New_York' }),
  });
  return body.data.slots.at(-1).dateTime;
}

function isForOperator(source: string): boolean {
  return /^(?:KEY=|npm run)/.test(source);
}
