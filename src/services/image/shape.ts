export interface Size {
  /** The maximum of width and height, in pixels. */
  readonly side: number;
  /** True to refuse a picture whose sides differ. */
  readonly isSquare: boolean;
}

interface Shape {
  readonly width: number;
  readonly height: number;
  readonly isSquare: boolean;
}

/** A wider picture would be a line of a few pixels where it is shown. */
const maxRatio = 8;

/** The problem of a picture's shape, which completes "The picture …", if it has one. */
export function shapeProblem({ width, height, isSquare }: Shape, unit = ''): string | undefined {
  const measures = `is ${width} by ${height}${unit}`;
  if (isSquare) return width === height ? undefined : `must be square, but ${measures}`;
  const isLong = Math.max(width, height) > maxRatio * Math.min(width, height);
  return isLong
    ? `must not be more than ${maxRatio} times as wide as high, or as high as wide, but ${measures}`
    : undefined;
}
