import { useEffect, useState } from 'react';
import { isTakingOver, now } from '../app/beginning.ts';

const tickMs = 15_000;

/** The present, to the quarter of a minute. */
export function useNow(): number {
  const [shown, setShown] = useState(now);
  useEffect(() => {
    const tick = () => setShown(now());
    // Until it is taken over, a page has the present of the server.
    if (isTakingOver()) setTimeout(tick);
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, []);
  return shown;
}
