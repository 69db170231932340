import { CalendarGateway } from '#src/services/calendars/gateway.ts';
import { testSecretKey } from './app.ts';

type Options = ConstructorParameters<typeof CalendarGateway>[0];

/** A way to calendars on this machine, for contexts that are put together by hand. */
export function calendarGateway(options: Partial<Options> = {}): CalendarGateway {
  return new CalendarGateway({
    ...{ secretKeys: testSecretKey, baseUrl: 'http://localhost:3000', maxAgeMinutes: 15, allowsLoopback: true },
    ...{ google: undefined, microsoft: undefined },
    ...options,
  });
}
