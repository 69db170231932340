import { useEffect, useState } from 'react';

/** When the server rendered the page; undefined once React has hydrated it. */
let renderedAt: number | undefined;

export function setRenderedAt(at: number | undefined): void {
  renderedAt = at;
}

/** True while the server renders the page, and in the browser until React has hydrated it. */
export function isHydrating(): boolean {
  return renderedAt !== undefined;
}

/** The present. During hydration it is that of the server, so that the browser renders the same page. */
export function now(): number {
  return renderedAt ?? Date.now();
}

const tickMs = 15_000;

/** The present, to the quarter of a minute. */
export function useNow(): number {
  const [shown, setShown] = useState(now);
  useEffect(() => {
    const tick = () => setShown(now());
    const first = isHydrating() ? setTimeout(tick) : undefined;
    const timer = setInterval(tick, tickMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
  return shown;
}
