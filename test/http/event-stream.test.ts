import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { EventStream } from '#src/http/event-stream.ts';
import { OpenStreams } from '#src/http/open-streams.ts';

test('a client that does not read is dropped, and fills no memory', () => {
  const stream = new EventStream();
  let sent = 0;
  while (!stream.destroyed && sent < 10_000) {
    stream.send({ changed: ['contact', 'event_call'] });
    sent += 1;
  }
  expect(stream.destroyed).toBe(true);
  expect(sent).toBeLessThan(1000);
  // What happens afterwards is no error.
  stream.send({ changed: ['contact'] });
  stream.comment('alive');
  stream.end();
});

test('a client that reads gets all', async () => {
  const stream = new EventStream();
  let text = '';
  stream.on('data', (data) => {
    text += data;
  });
  for (let count = 0; count < 10_000; count++) {
    stream.send({ count });
    if (count % 100 === 0) await new Promise(setImmediate);
  }
  stream.end();
  await finished(stream);
  expect(text.match(/^data: /gm)).toHaveLength(10_000);
});

test('of a session and of a person only the latest streams stay open', () => {
  const replaced: string[] = [];
  const streams = new OpenStreams<{ readonly name: string; end(): void }>([2, 3], ({ name }) => replaced.push(name));
  const ended: string[] = [];
  const add = (name: string, session: string) => streams.add({ name, end: () => ended.push(name) }, [session, 'ada']);
  add('a', 'one');
  add('b', 'one');
  add('c', 'one');
  expect(replaced).toEqual(['a']);
  add('d', 'two');
  add('e', 'two');
  expect(replaced).toEqual(['a', 'b']);
  streams.endAll();
  expect(ended).toEqual(['c', 'd', 'e']);
});
