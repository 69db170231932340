import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Kind, parse, visit } from 'graphql';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '../../src/web/pages/overview');

test('the overview reads no number of calls that it does not show', async () => {
  const { definitions } = parse(await readFile(path.join(folder, 'overview.graphql'), 'utf8'));
  const named = (name: string) =>
    definitions.find((each) => 'name' in each && each.name?.value === name) ?? expect.fail(`no ${name}`);
  const selected = new Set<string>();
  const collect = (name: string) =>
    void visit(named(name), {
      [Kind.FIELD]: ({ name: { value }, selectionSet }) => {
        if (name !== 'CallOverview' || !selectionSet) selected.add(value);
      },
      [Kind.FRAGMENT_SPREAD]: ({ name: { value } }) => collect(value),
    });
  collect('CallOverview');
  const files = (await readdir(folder)).filter((name) => /^(page|tiles|funnel|over-time)\.tsx$/.test(name));
  expect(files).toHaveLength(4);
  const shown = (await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n');
  const rates = ['numerator', 'denominator', 'value'];
  const unused = [...selected].filter((name) => !rates.includes(name) && !new RegExp(`\\b${name}\\b`).test(shown));
  expect(selected.size).toBeGreaterThan(12);
  expect(unused).toEqual([]);
});
