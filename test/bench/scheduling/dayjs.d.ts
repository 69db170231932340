/** The part of dayjs's types that the bench uses, so that the project type-checks without the packages of the bench. */
declare module 'dayjs' {
  type Unit = 'minute' | 'day' | 'isoWeek';
  export interface Dayjs {
    tz(timeZone: string): Dayjs;
    utc(): Dayjs;
    add(value: number, unit: Unit): Dayjs;
    subtract(value: number, unit: Unit): Dayjs;
    startOf(unit: Unit): Dayjs;
    isoWeekday(): number;
    isBefore(other: Dayjs): boolean;
    isAfter(other: Dayjs): boolean;
    format(template: string): string;
    valueOf(): number;
  }
  interface Parse {
    (value: number | string): Dayjs;
    utc(value: number | string): Dayjs;
    tz(value: string, timeZone: string): Dayjs;
    extend(plugin: unknown): void;
  }
  const dayjs: Parse;
  export default dayjs;
}

declare module 'dayjs/plugin/*' {
  const plugin: unknown;
  export default plugin;
}
