import { readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'assets');

/** The styles that the documentation and the OAuth pages share; the styles of a page follow them. */
export const sharedStyles = readFileSync(path.join(folder, 'look.css'), 'utf8');
export const icon = readFileSync(path.join(folder, 'icon.svg'), 'utf8');
