import { parentPort } from 'node:worker_threads';
import { dictionary } from '@zxcvbn-ts/language-common';
import { packWords } from '#src/lib/word-list.ts';

// Runs in its own thread, which ends after its only message: see `common-passwords.ts`.

parentPort?.postMessage(packWords(dictionary['passwords-common']));
