const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000 };

/** `90d`, `12h` or `30m` as milliseconds; undefined for anything else, zero included. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([dhm])$/.exec(text) ?? [];
  return Number(amount) * unitMs[unit as keyof typeof unitMs] || undefined;
}
