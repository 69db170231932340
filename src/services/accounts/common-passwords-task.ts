import { parentPort } from 'node:worker_threads';
import { dictionary } from '@zxcvbn-ts/language-common';
import { packWords } from '#src/lib/word-list.ts';

// Runs in a thread of its own, which ends with its one message: see `common-passwords.ts`.

parentPort?.postMessage(packWords(dictionary['passwords-common']));
