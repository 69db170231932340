import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import type { Attack } from './attack.ts';
import type { CallersOrder, Outcome } from './callers.ts';
import type { Felt } from './judgement.ts';
import type { NeighbourOrder } from './quiet-neighbour.ts';

/** Starts a program of this folder in a process of its own, which ends with this one. */
export function startProgram(name: string) {
  const child = fork(path.join(import.meta.dirname, name));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with code ${code}.`);
  });
  // Whoever waits for an answer learns of it.
  ended.catch(() => undefined);
  return {
    pid: child.pid as number,
    send: (message: object | string) => void child.send(message),
    answer: <Answer>() => Promise.race([once(child, 'message').then(([message]) => message as Answer), ended]),
    stop: () => {
      if (child.connected) child.disconnect();
    },
  };
}

type Program = ReturnType<typeof startProgram>;

export interface Neighbour {
  ask(order: NeighbourOrder): Promise<Felt>;
  stop(): void;
}

/** The quiet neighbour is a process of its own, so that nothing but the server and the machine delays it. */
export function startNeighbour(): Neighbour {
  const { send, answer, stop } = startProgram('quiet-neighbour.ts');
  return {
    stop,
    async ask(order) {
      send(order);
      return answer<Felt>();
    },
  };
}

/** The load of callers who send requests to the server, from another process than the neighbour's. */
export function callers(stack: AsyncDisposableStack, order: CallersOrder): Attack {
  return childAttack(stack, 'callers.ts', order);
}

/**
 * The load of a child that begins when it has its order, and answers `stop` with its outcome. In earnest it is made on other
 * machines, so here it gets the processors when neither the nodes nor the neighbours want them.
 */
export function childAttack(stack: AsyncDisposableStack, name: string, order: object, isReady?: 'when ready'): Attack {
  const child: Program = stack.adopt(startProgram(name), (program) => program.stop());
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return {
    async start() {
      child.send(order);
      if (isReady) await child.answer();
    },
    async stop() {
      child.send('stop');
      const outcome = await child.answer<Outcome>();
      child.stop();
      return outcome;
    },
  };
}
