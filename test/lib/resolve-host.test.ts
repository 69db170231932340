import { expect, test } from 'vitest';
import { resolveHost } from '#src/lib/network/public-address.ts';

test('an address is its own, and localhost is this machine without a name server', async () => {
  expect(await resolveHost('192.0.2.1')).toEqual(['192.0.2.1']);
  expect(await resolveHost('2001:db8::1')).toEqual(['2001:db8::1']);
  for (const host of ['localhost', 'hooks.localhost', 'LOCALHOST.']) {
    expect(await resolveHost(host)).toEqual(['127.0.0.1', '::1']);
  }
});

test('a name that never exists (RFC 6761) is rejected', async () => {
  await expect(resolveHost('hooks.invalid')).rejects.toThrow(/queryA/);
}, 20_000);
