import { expect, it } from 'vitest';
import { connectionsPerNode, connectionsPerWorkerNode } from '#src/db/open-database.ts';
import { pages } from '#src/site/docs/pages.ts';
import { capacitySentences } from '../../docs/capacity-facts.ts';
import { connections } from '../bench/capacity/figures.ts';
import { bytesOfCall, installation, logBytesAWorkspace } from '../bench/capacity/formula.ts';

const page = pages.find(({ name }) => name === 'capacity');
const text = page?.text({ baseUrl: 'http://api.test', appUrl: 'http://app.test' }) ?? '';

it('states the connections that a node opens at most', () => {
  expect(connections).toEqual({ toCoordinator: connectionsPerNode, toWorker: connectionsPerWorkerNode });
});

it('computes its installations by the formula that it prints', () => {
  const [, ofCall, ofWorkspace] = /W × \(C × ([\d,]+) \+ ([\d,]+)\)\s+× 1\.5/.exec(text) ?? [];
  expect([ofCall, ofWorkspace].map((digits) => Number(digits?.replaceAll(',', '')))).toEqual([
    Math.round(bytesOfCall),
    Math.round(logBytesAWorkspace),
  ]);
  const { bytes, databaseProcessors, workers } = installation(10_000, 1_000_000);
  expect(bytes).toBeCloseTo(10_000 * (1_000_000 * bytesOfCall + logBytesAWorkspace) * 1.5, -6);
  expect(workers).toBe(Math.ceil(Math.max(bytes / 4e12, databaseProcessors / 8)));
  expect(text).toMatch(/^\| Workspaces \| 1,000 \| 10,000 \| 100,000 \|$/m);
  expect(text).toMatch(new RegExp(`^\\| Workers \\| \\d+ \\| ${workers.toLocaleString('en')} \\|`, 'm'));
});

it('states in its sentences the figures that it is computed from', () => {
  const onOneLine = text.replace(/\n\s*/g, ' ');
  expect(capacitySentences().filter((sentence) => !onOneLine.includes(sentence))).toEqual([]);
});
