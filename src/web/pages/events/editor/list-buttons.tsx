import { ActionIcon, Group } from '@mantine/core';
import { CloseIcon, DownIcon, UpIcon } from '../../../kit/icons.tsx';

interface ListButtonsProps {
  /** What the row is about: "question 2". */
  readonly name: string;
  readonly index: number;
  readonly count: number;
  /** Absent where the order means nothing. */
  readonly onMove?: (to: number) => void;
  readonly onRemove: () => void;
}

/** Moves a row of a list up and down, and takes it out. */
export function ListButtons({ name, index, count, onMove, onRemove }: ListButtonsProps) {
  return (
    <Group gap={2} wrap="nowrap" className="list-buttons">
      {onMove && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move ${name} up`}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <UpIcon />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Move ${name} down`}
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          >
            <DownIcon />
          </ActionIcon>
        </>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
        <CloseIcon />
      </ActionIcon>
    </Group>
  );
}
