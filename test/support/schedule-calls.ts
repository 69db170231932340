import type { Answer, Body, TestApp } from './app.ts';
import { detailsWith } from './errors.ts';

const timings = 'timings { startTime endTime }';
const selections = {
  Schedule: `schedule { id userId name timeZone isDefault days { name active ${timings} } eventId overrides { id date } }`,
  ScheduleOverride: `override { id scheduleId date ${timings} createdAt updatedAt }`,
  TimeOff: 'timeOff { id userId startTime endTime createdAt updatedAt }',
} as const;

type Type = keyof typeof selections;
type Verb = 'create' | 'update' | 'delete';

/** Runs `createSchedule`, `updateTimeOff` and so on with this input. */
export function change(app: TestApp, token: string, field: `${Verb}${Type}`, input: object): Promise<Answer> {
  const [, verb, type] = /^(create|update|delete)(.*)$/.exec(field) as unknown as [string, Verb, Type];
  const inputType = `${verb[0]?.toUpperCase()}${verb.slice(1)}${type}Input`;
  const query = `mutation ($input: ${inputType}!) { ${field}(input: $input) { ${selections[type]} } }`;
  return app.graphql(query, token, { input });
}

/** The record that a mutation returned; fails where it returned an error. */
export function recordIn({ body }: Answer): Body {
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  const [payload] = Object.values(body.data) as Body[];
  return payload.schedule ?? payload.override ?? payload.timeOff;
}

/** Status and extensions of the error; fails where there is none. */
export function errorIn({ status, body }: Answer): object {
  if (!body.errors) throw new Error(JSON.stringify(body.data));
  return { status, ...body.errors[0].extensions };
}

/** By where the input names the record. */
export const notFound = (path: string) => ({ status: 404, code: 'NOT_FOUND', details: { path } });

export function invalid(fieldErrors: Record<string, string[]>, formErrors: string[] = []): object {
  return { status: 400, code: 'VALIDATION_FAILED', details: detailsWith({ formErrors, fieldErrors }) };
}

/** The days of a week as the graph names them: open on the days that are given. */
export function daysWith(open: Record<string, [startTime: string, endTime: string][]>): object[] {
  const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  return names.map((name) => ({
    name: name.toUpperCase(),
    active: (open[name]?.length ?? 0) > 0,
    timings: spans(...(open[name] ?? [])),
  }));
}

export function spans(...all: [startTime: string, endTime: string][]): { startTime: string; endTime: string }[] {
  return all.map(([startTime, endTime]) => ({ startTime, endTime }));
}
