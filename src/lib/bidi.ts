const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/**
 * A text that keeps its own direction inside a text of the other one (UAX #9): without isolation, `+1 202 555 0123` inside
 * Arabic is shown with its plus at the other end and its groups in reverse order. HTML has `<bdi>` for the same.
 */
export function isolated(text: string | number): string {
  return `${firstStrongIsolate}${text}${popDirectionalIsolate}`;
}

/** A template that isolates its values, for sentences that are written from right to left. */
export function isolating(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: strings }, ...values.map(isolated));
}
