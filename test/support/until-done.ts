interface Worker {
  run(): Promise<void>;
  settled(): Promise<void>;
  wakeOnWork(wake: () => void): void;
}

/** Does what is due, and what becomes due of it: what has ended may be due again at once, so a run must follow it. */
export async function untilDone(worker: Worker): Promise<void> {
  let hasEnded = false;
  worker.wakeOnWork(() => {
    hasEnded = true;
  });
  do {
    hasEnded = false;
    await worker.run();
    await worker.settled();
  } while (hasEnded);
}
