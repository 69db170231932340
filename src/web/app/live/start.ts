import { client } from '../client.ts';
import { setServerLost } from '../connection.ts';
import { hasRunningMutation, listen, readAgain } from './active-queries.ts';
import { ChangeStream } from './change-stream.ts';
import { gapsOfRecords, gapsOfReports, Refresh } from './refresh.ts';
import { countedRecords, shownRecords } from './shown-records.ts';

/** Who is away for less has seen nothing else. */
const minAwayMs = 3_000;
/** A tab that is hidden for longer needs no stream. */
const maxHiddenMs = 30_000;
/** A tab that comes to the front is seen and focused at almost the same time. */
const sameMomentMs = 200;

/** Shows what changes elsewhere: in this process of the browser, in others and on other machines. */
export function showChanges(): void {
  const reading = {
    read: (outOfDate: Parameters<typeof readAgain>[1]) => readAgain(client, outOfDate),
    isHeld: () => document.visibilityState === 'hidden' || !navigator.onLine || hasRunningMutation(),
  };
  const refresh = new Refresh({ ...reading, shown: shownRecords, gaps: gapsOfRecords });
  const reports = new Refresh({ ...reading, shown: countedRecords, gaps: gapsOfReports });
  const resume = () => {
    refresh.resume();
    reports.resume();
  };
  listen({ onMutationsDone: resume, onUnanswered: () => refresh.all() });
  let stream: ChangeStream | undefined;
  const open = (readAt: number) => {
    if (stream || document.visibilityState === 'hidden') return;
    const options = {
      onChanged: (records: readonly string[]) => {
        refresh.changed(records);
        reports.changed(records);
      },
      onReopened: () => refresh.all(),
      onReachable: (isReachable: boolean) => setServerLost(!isReachable),
      onReplaced: () => {
        stream = undefined;
      },
    };
    stream = new ChangeStream(options, readAt);
  };
  const close = () => {
    stream?.close();
    stream = undefined;
  };
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let awaySince: number | undefined;
  let backAt = Number.NEGATIVE_INFINITY;
  const goAway = () => {
    awaySince ??= performance.now();
  };
  const comeBack = () => {
    const now = performance.now();
    const wasAwayMs = awaySince === undefined ? minAwayMs : now - awaySince;
    const isSameMoment = now - backAt < sameMomentMs;
    awaySince = undefined;
    backAt = now;
    clearTimeout(hiding);
    const wasClosed = stream === undefined;
    open(now);
    if (wasClosed || (wasAwayMs >= minAwayMs && !isSameMoment)) refresh.all();
    else resume();
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') return comeBack();
    goAway();
    hiding = setTimeout(close, maxHiddenMs);
  });
  window.addEventListener('blur', goAway);
  window.addEventListener('focus', comeBack);
  window.addEventListener('online', () => {
    stream?.retryNow();
    refresh.all();
  });
  // The clock begins with the request for the document.
  open(0);
}
