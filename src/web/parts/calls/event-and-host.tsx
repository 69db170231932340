import { memberName } from '../members.ts';

interface EventAndHostProps {
  readonly call: {
    readonly name: string;
    readonly closer: Parameters<typeof memberName>[0] | null;
  };
  readonly showsHost: boolean;
}

/** What a call is about, and who takes it. Each name keeps its direction, or the two would change places. */
export function EventAndHost({ call: { name, closer }, showsHost }: EventAndHostProps) {
  return (
    <>
      <bdi>{name}</bdi>
      {showsHost && closer && (
        <>
          {' · '}
          <bdi>{memberName(closer)}</bdi>
        </>
      )}
    </>
  );
}
