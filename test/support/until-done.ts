interface Worker {
  run(): Promise<void>;
  settled(): Promise<void>;
  readonly inFlight: number;
}

/** Does what is due, and what becomes due of it, until nothing is left. */
export async function untilDone(worker: Worker): Promise<void> {
  do {
    await worker.run();
    await worker.settled();
    await worker.run();
  } while (worker.inFlight > 0);
}
