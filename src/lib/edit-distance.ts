/**
 * How many letters are to be inserted, deleted, replaced or swapped with their neighbour to make one text the other: the
 * optimal string alignment distance. It takes as many steps as the product of their lengths.
 */
export function editDistance(one: string, other: string): number {
  let [previous, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const replaced = at(last, column - 1) + (isSame ? 0 : 1);
      const least = Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1);
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(row > 1 && column > 1 && isSwapped ? Math.min(least, at(previous, column - 2) + 1) : least);
    }
    [previous, last] = [last, current];
  }
  return at(last, other.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] as number;
}
