// One node of several: writes "ready", then answers each line `key calls points` with the number of calls that passed.
import { createInterface } from 'node:readline';
import { postgresWindows, redisWindows } from '#src/access/rate-limit/library-windows.ts';
import { openSharedWindows } from '#src/access/rate-limit/shared-windows.ts';
import { noFallback, passed, postgresPool, redisClient } from './rate-limit.support.ts';

const [store, databaseUrl = ''] = process.argv.slice(2);
const limiter =
  store === 'Redis'
    ? openSharedWindows(redisWindows(await redisClient(), 'test'), noFallback)('requests', 1)
    : openSharedWindows(postgresWindows(postgresPool(databaseUrl)), noFallback)('requests', 1);

await limiter.consume('warm-up', 1);
process.stdout.write('ready\n');

createInterface({ input: process.stdin })
  .on('line', async (line) => {
    const [key = '', calls, points] = line.split(' ');
    const burst = Array.from({ length: Number(calls) }, () => limiter.consume(key, Number(points)));
    process.stdout.write(`${passed(await Promise.all(burst))}\n`);
  })
  .on('close', () => process.exit(0));
