import type { Server } from 'node:http';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import type { DemoAccess } from './demo-access.ts';
import { layFoundation } from './foundation.ts';
import { greeting } from './greeting.ts';
import { httpServer } from './http/http-server.ts';
import type { Service } from './service.ts';

const greatestStopMs = 10_000;
/** For requests under way, so that time is left to close the rest. */
const greatestPatienceMs = 5_000;

/** Starts the server, or says in words why it cannot and ends with code 1. */
export async function start(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const config = readConfig(env);
    const service = await serve(config);
    const { server, demo } = await ready(service, config).catch(async (error: unknown) => {
      await service.close();
      throw error;
    });
    stopOnSignal(server, service);
    process.stdout.write(greeting(config, demo));
  } catch (error) {
    process.stderr.write(`${told(error)}\n`);
    process.exit(1);
  }
}

/** The rest of the code is loaded while the database starts: each takes about as long as the other. */
async function serve(config: Config): Promise<Service> {
  const foundation = layFoundation(config);
  const { openService } = await import('./service.ts');
  return openService(config, foundation);
}

async function ready(service: Service, config: Config): Promise<{ server: Server; demo: DemoAccess | undefined }> {
  const demo = config.demo ? await openDemo(service, config) : undefined;
  return { demo, server: await listen(service, config) };
}

async function openDemo({ context }: Service, { dataDir }: Config): Promise<DemoAccess | undefined> {
  const { demoAccess } = await import('./demo-access.ts');
  return demoAccess(context, dataDir);
}

function told(error: unknown): string {
  if (error instanceof ConfigError) return ['The environment is not right:', ...error.problems].join('\n  ');
  if (isSystemError(error) && error.code === 'EADDRINUSE') {
    return `Port ${error.port} is in use by another program. Set PORT to a free one.`;
  }
  return error instanceof Error ? error.message : String(error);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { port?: number } {
  return error instanceof Error && 'code' in error;
}

function listen(service: Service, { port, host }: Config): Promise<Server> {
  const server = httpServer(service);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Stops accepting, lets what runs finish, closes, and ends with code 0 within 10 s. */
function stopOnSignal(server: Server, service: Service): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    service.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), greatestStopMs).unref();
    await closeConnections(server);
    await service.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** A connection that becomes idle is closed at once; one that is silent or too slow for the time left is cut. */
async function closeConnections(server: Server): Promise<void> {
  const sweeping = setInterval(() => server.closeIdleConnections(), 50);
  const cutting = setTimeout(() => server.closeAllConnections(), greatestPatienceMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearInterval(sweeping);
  clearTimeout(cutting);
}
