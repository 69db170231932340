import { Skeleton } from '@mantine/core';

/** As high as the numbers that come, so that nothing moves when they do. */
export function OverviewSkeleton() {
  return (
    <div aria-busy="true">
      <span className="for-screen-readers">Loading</span>
      <div className="overview">
        <div className="tiles">
          {['booked', 'held', 'show', 'won', 'close'].map((name) => (
            <Skeleton key={name} height="8.25rem" radius="lg" className="late" />
          ))}
        </div>
        <div className="tiles wide-tiles">
          {['cash', 'deal'].map((name) => (
            <Skeleton key={name} height="7rem" radius="lg" className="late" />
          ))}
        </div>
      </div>
    </div>
  );
}
