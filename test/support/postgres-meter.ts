import { type InFrontOfPostgres, inFrontOfPostgres } from './in-front-of-postgres.ts';

/** What passed between a node and PostgreSQL. */
export interface Traffic {
  /** In order, by the names under which they are prepared; those without a name by their first words. */
  readonly statements: string[];
  /** How often the node sent something after it had received something. */
  roundTrips: number;
  rows: number;
  bytesSent: number;
  bytesReceived: number;
}

export interface PostgresMeter extends InFrontOfPostgres {
  /** The traffic from now on. */
  restart(): Traffic;
}

/** Stands in front of a real PostgreSQL and reads the messages that pass, whichever driver sends them. */
export async function postgresMeter(databaseUrl: string): Promise<PostgresMeter> {
  let traffic = noTraffic();
  let isNodesTurn = true;
  const meter = await inFrontOfPostgres(databaseUrl, (node, postgres) => {
    const readStatements = statementReader((name) => traffic.statements.push(name));
    const readAnswers = messageReader((type) => {
      if (type === 'D') traffic.rows++;
    });
    node.once('data', (startup) => {
      postgres.write(startup);
      node.on('data', (bytes: Buffer) => {
        if (isNodesTurn) traffic.roundTrips++;
        isNodesTurn = false;
        traffic.bytesSent += bytes.length;
        readStatements(bytes);
        postgres.write(bytes);
      });
    });
    postgres.on('data', (bytes: Buffer) => {
      isNodesTurn = true;
      traffic.bytesReceived += bytes.length;
      readAnswers(bytes);
      node.write(bytes);
    });
  });
  return {
    ...meter,
    restart: () => {
      isNodesTurn = true;
      traffic = noTraffic();
      return traffic;
    },
  };
}

function noTraffic(): Traffic {
  return { statements: [], roundTrips: 0, rows: 0, bytesSent: 0, bytesReceived: 0 };
}

/** Cuts what arrives into messages: a type, the length of what follows, and a body. */
function messageReader(onMessage: (type: string, body: Buffer) => void): (bytes: Buffer) => void {
  let unread = Buffer.alloc(0);
  return (bytes) => {
    unread = Buffer.concat([unread, bytes]);
    while (unread.length >= 5 && unread.length > unread.readUInt32BE(1)) {
      const end = unread.readUInt32BE(1) + 1;
      onMessage(String.fromCharCode(unread.readUInt8()), unread.subarray(5, end));
      unread = unread.subarray(end);
    }
  };
}

function statementReader(onStatement: (name: string) => void): (bytes: Buffer) => void {
  let unnamed = '';
  return messageReader((type, body) => {
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
    if (type === 'Q') onStatement(firstWords(first));
    // Parse has the statement's name and text, Bind the portal's and the statement's name.
    if (type === 'P' && first === '') unnamed = second;
    if (type === 'B') onStatement(second === '' ? firstWords(unnamed) : withoutNumber(second));
  });
}

/** Texts that depend on the query are numbered as they come. */
function withoutNumber(name: string): string {
  return name.replace(/\.\d+$/, '');
}

function firstWords(text: string): string {
  return text
    .trim()
    .split(/[\s(]+/, 3)
    .join(' ');
}
