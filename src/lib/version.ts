import { readFileSync } from 'node:fs';
import path from 'node:path';

const description = readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8');

/** The version of this program, as its package states it. */
export const { version } = JSON.parse(description) as { version: string };
