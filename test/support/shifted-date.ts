/**
 * Loaded into a server process with `--import`, before its own code: sets the clock of that process ahead, or back, by
 * the milliseconds in its own address: `shifted-date.ts?ms=30000`.
 */
const shiftMs = Number(new URL(import.meta.url).searchParams.get('ms'));
const SystemDate = Date;

class ShiftedDate extends SystemDate {
  constructor(...parts: unknown[]) {
    super(...((parts.length === 0 ? [SystemDate.now() + shiftMs] : parts) as [number]));
  }

  static override now(): number {
    return SystemDate.now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
