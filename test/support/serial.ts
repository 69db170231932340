let serial = 0;

/** A number that no other row of this test file has; for what must be unique. */
export function nextSerial(): number {
  serial += 1;
  return serial;
}
