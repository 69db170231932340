import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as dial } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { freePort } from '../bench/environment/server-process.ts';
import { pause } from './waiting.ts';

export interface CaldavServer {
  /** What somebody would enter. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** The collection of the calendars. */
  readonly home: string;
  /** A request of the user. */
  send(method: string, url: string, body?: string, headers?: Record<string, string>): Promise<Response>;
  /** A new calendar; its address. */
  createCalendar(name: string, options?: { readonly timeZone?: string; readonly component?: string }): Promise<string>;
  stop(): Promise<void>;
}

export interface CaldavProgram {
  readonly name: string;
  /** Why its tests cannot run here; undefined where they can. */
  readonly missing: string | undefined;
  /** Xandikos lets everybody in: a server in front of it is meant to ask for passwords. */
  readonly hasPasswords: boolean;
  start(): Promise<CaldavServer>;
}

/** The user's mail address is the user name; Cyrus names the address itself, with its domain. */
const address = 'ada@example.com';
const [cyrusUser = '', domain = ''] = address.split('@');
const password = 'pass word: ü';

/** Servers that Debian has, each in a folder of its own at a free port. */
export const caldavPrograms: readonly CaldavProgram[] = [
  {
    name: 'Radicale',
    missing: reasonMissing('/usr/bin/radicale', 'radicale'),
    hasPasswords: true,
    start: startRadicale,
  },
  {
    name: 'Xandikos',
    missing: reasonMissing('/usr/bin/xandikos', 'xandikos'),
    hasPasswords: false,
    start: startXandikos,
  },
  {
    name: 'Cyrus',
    missing:
      reasonMissing('/usr/lib/cyrus/bin/httpd', 'cyrus-caldav') ?? reasonMissing('/usr/sbin/saslpasswd2', 'sasl2-bin'),
    hasPasswords: true,
    start: startCyrus,
  },
];

function reasonMissing(file: string, name: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return undefined;
  } catch {
    return `no ${file}: install the package ${name} of Debian`;
  }
}

async function startRadicale(): Promise<CaldavServer> {
  const { folder, port } = await place('radicale');
  const [config, users] = [path.join(folder, 'config'), path.join(folder, 'users')];
  await writeFile(users, `${address}:${password}\n`);
  const sections = {
    server: { hosts: `127.0.0.1:${port}` },
    auth: { type: 'htpasswd', htpasswd_filename: users, htpasswd_encryption: 'plain', delay: 0 },
    rights: { type: 'owner_only' },
    // It counts days by the times of files, which stay behind where a run has a clock that is ahead.
    storage: { filesystem_folder: path.join(folder, 'collections'), max_sync_token_age: 100 * 365 * 24 * 60 * 60 },
  };
  await writeFile(config, iniText(sections));
  const child = run('/usr/bin/radicale', ['--config', config], folder);
  return started({ child, folder, port, username: address, homePath: `/${encodeURIComponent(address)}/` });
}

async function startXandikos(): Promise<CaldavServer> {
  const { folder, port } = await place('xandikos');
  const options = { directory: path.join(folder, 'data'), port: String(port), 'listen-address': '127.0.0.1' };
  const child = run(
    '/usr/bin/xandikos',
    [...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]), '--defaults'],
    folder,
  );
  return started({ child, folder, port, username: address, homePath: '/user/calendars/' });
}

const cyrus = '/usr/lib/cyrus/bin';
/** Cyrus refuses to run as root. In a namespace root keeps its files under another name, as the embedded PostgreSQL does. */
const isRoot = process.getuid?.() === 0;
const namespace = isRoot ? ['unshare', '--user', '--map-user=65534', '--map-group=65534'] : [];

async function startCyrus(): Promise<CaldavServer> {
  const { folder, port } = await place('cyrus');
  const at = (name: string) => path.join(folder, name);
  for (const name of ['conf', 'conf/db', 'conf/log', 'conf/msg', 'spool', 'lock', 'proc'])
    await mkdir(at(name), { recursive: true });
  const settings = {
    ...{ configdirectory: at('conf'), 'partition-default': at('spool'), defaultpartition: 'default' },
    ...{ proc_path: at('proc'), mboxname_lockpath: at('lock'), lmtpsocket: at('lmtp') },
    ...{ cyrus_user: isRoot ? 'nobody' : userInfo().username, cyrus_group: isRoot ? 'nogroup' : groupName() },
    ...{ servername: 'localhost', admins: 'admin', httpmodules: 'caldav', calendar_user_address_set: domain },
    ...{ allowplaintext: 'yes', sasl_pwcheck_method: 'auxprop', sasl_auxprop_plugin: 'sasldb' },
    ...{ sasl_sasldb_path: at('users'), sasl_mech_list: 'PLAIN', autocreate_quota: 0, autocreate_post: 1 },
  };
  await writeFile(
    at('imapd.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join(''),
  );
  const service = (name: string, listen: string) =>
    `  ${name} cmd="${cyrus}/${name} -C ${at('imapd.conf')}" listen="${listen}"\n`;
  const services = service('httpd', `127.0.0.1:${port}`) + service('lmtpd', at('lmtp')).replace(/"(?= listen)/, ' -a"');
  await writeFile(
    at('cyrus.conf'),
    `START {\n  recover cmd="${cyrus}/ctl_cyrusdb -C ${at('imapd.conf')} -r"\n}\nSERVICES {\n${services}}\n`,
  );
  execFileSync('/usr/sbin/saslpasswd2', ['-p', '-c', '-f', at('users'), '-u', 'localhost', cyrusUser], {
    input: password,
  });
  const [file = '', ...args] = [
    ...namespace,
    `${cyrus}/master`,
    '-D',
    '-C',
    at('imapd.conf'),
    '-M',
    at('cyrus.conf'),
    '-p',
    at('pid'),
  ];
  const server = await started({
    child: run(file, args, folder),
    folder,
    port,
    username: cyrusUser,
    homePath: `/dav/calendars/user/${cyrusUser}/`,
  });
  // The first mail makes the account.
  const [deliver = '', ...to] = [...namespace, `${cyrus}/deliver`, '-C', at('imapd.conf'), cyrusUser];
  execFileSync(deliver, to, { input: `From: ${address}\nTo: ${address}\nSubject: Welcome\n\nWelcome\n` });
  return server;
}

function groupName(): string {
  return execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
}

function iniText(sections: Readonly<Record<string, Readonly<Record<string, string | number>>>>): string {
  return Object.entries(sections)
    .map(
      ([name, values]) =>
        `[${name}]\n${Object.entries(values)
          .map(([key, value]) => `${key} = ${value}\n`)
          .join('')}`,
    )
    .join('\n');
}

async function place(name: string) {
  return { folder: await mkdtemp(path.join(tmpdir(), `slotline-${name}-`)), port: await freePort() };
}

function run(file: string, args: readonly string[], folder: string): ChildProcess {
  const { PATH = '' } = process.env;
  // A group of its own, because Cyrus is many processes. It ends with the input of its shell, also where this process is killed.
  const script = '"$@" & read -r _; kill -9 0';
  const options = { cwd: folder, env: { PATH, HOME: folder }, detached: true };
  return spawn('/bin/sh', ['-c', script, 'sh', file, ...args], { ...options, stdio: ['pipe', 'ignore', 'ignore'] });
}

interface Started {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly port: number;
  readonly username: string;
  readonly homePath: string;
}

async function started({ child, folder, port, username, homePath }: Started): Promise<CaldavServer> {
  const url = `http://127.0.0.1:${port}/`;
  const home = new URL(homePath, url).href;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const stop = async () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    const ended = isRunning ? once(child, 'exit') : undefined;
    child.stdin?.end();
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  const send: CaldavServer['send'] = (method, target, body, headers) =>
    fetch(target, { method, headers: { authorization, ...headers }, ...(body !== undefined && { body }) });
  try {
    await untilListening(child, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...{ url, username, password, home, send, stop },
    createCalendar: (name, options) => createCalendar(send, home, name, options),
  };
}

async function createCalendar(
  send: CaldavServer['send'],
  home: string,
  name: string,
  { timeZone, component = 'VEVENT' }: { readonly timeZone?: string; readonly component?: string } = {},
): Promise<string> {
  const url = new URL(`${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}/`, home).href;
  const zone =
    timeZone &&
    `<C:calendar-timezone>BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VTIMEZONE\r\nTZID:${timeZone}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\nEND:VCALENDAR\r\n</C:calendar-timezone>`;
  const body =
    '<?xml version="1.0"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>' +
    `<D:displayname>${name}</D:displayname><C:supported-calendar-component-set><C:comp name="${component}"/></C:supported-calendar-component-set>${zone ?? ''}` +
    '</D:prop></D:set></C:mkcalendar>';
  const answer = await send('MKCALENDAR', url, body, { 'content-type': 'application/xml' });
  if (answer.status !== 201) throw new Error(`MKCALENDAR ${url} answers ${answer.status}: ${await answer.text()}`);
  return url;
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 800; attempt++) {
    if (child.exitCode !== null) throw new Error(`The CalDAV server ended with code ${child.exitCode}.`);
    const socket = dial(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await pause(25);
  }
  throw new Error('The CalDAV server does not listen.');
}
