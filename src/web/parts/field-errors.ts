import { useEffect } from 'react';
import type { Problem } from '../app/problem.ts';

interface Form {
  readonly setErrors: (errors: Record<string, string>) => void;
}

/** The errors by the fields of the form, where they have other names than those of the input. */
type Rename = (fields: Problem['fields']) => Record<string, string>;

/** Shows what the server says of single fields at those of a form. `rename` is a function outside of the component. */
export function useFieldErrors({ setErrors }: Form, problem: Problem | undefined, rename?: Rename): void {
  useEffect(() => {
    if (problem) setErrors(rename ? rename(problem.fields) : { ...problem.fields });
  }, [problem, setErrors, rename]);
}
