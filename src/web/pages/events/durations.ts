const units = [
  { minutes: 1_440, title: 'day' },
  { minutes: 60, title: 'h' },
  { minutes: 1, title: 'min' },
] as const;

/** `45 min`, `1 h 30 min`, `2 days`. */
export function durationText(minutes: number): string {
  let rest = minutes;
  const parts = units.flatMap(({ minutes: size, title }) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0) return [];
    return [`${count} ${title === 'day' && count > 1 ? 'days' : title}`];
  });
  return parts.join(' ') || '0 min';
}
