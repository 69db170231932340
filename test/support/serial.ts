let serial = 0;

/** A number that no other row of this test file has, for unique columns. */
export function nextSerial(): number {
  serial += 1;
  return serial;
}

/** The same numbers again, to do the same over another database. */
export function restartSerials(): void {
  serial = 0;
}
