import { Rating } from '@mantine/core';

interface RatingInputProps {
  readonly max: number;
  /** 0 for none. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** Stars, each of which says its number. */
export function RatingInput({ max, value, onChange }: RatingInputProps) {
  return (
    <Rating count={max} value={value} onChange={onChange} getSymbolLabel={(each: number) => `${each} of ${max}`} />
  );
}
