import { type ComponentType, type ReactNode, Suspense, use, useState } from 'react';
import { isTakingOver } from '../app/beginning.ts';
import { loaded } from '../app/loaded.ts';

interface Files<Props> {
  readonly name: string;
  part?: ComponentType<Props>;
  loading?: Promise<ComponentType<Props>>;
  readonly read: () => Promise<ComponentType<Props>>;
}

const known = new Map<string, { readonly read: () => Promise<unknown> }>();

/** The names of the parts that the server drew into a page, in the order in which they were drawn. */
export const drawnParts = new Set<string>();

/** Loads what the server drew before it is taken over. A part may know of others once it is there. */
export async function loadParts(names: readonly string[]): Promise<void> {
  for (const name of names) await known.get(name)?.read();
}

/** A component in files of its own, which are loaded when it is first shown; `fallback` is in its place until then. */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
  fallback?: ReactNode,
): ComponentType<Props> {
  const files: Files<Props> = {
    name,
    read: async () => {
      files.part = (await loaded(load))[name];
      return files.part;
    },
  };
  known.set(name, files);
  return (props) => <LazyPart {...{ files, fallback, props }} />;
}

interface LazyPartProps<Props> {
  readonly files: Files<Props>;
  readonly fallback: ReactNode;
  readonly props: Props;
}

function LazyPart<Props extends object>({ files, fallback, props }: LazyPartProps<Props>) {
  // React takes over what is in a boundary later than the page around it, when the answers that it was drawn with may be gone.
  const [hasBoundary] = useState(() => !files.part && !isTakingOver());
  const shown = <Part {...{ files, props }} />;
  return hasBoundary ? <Suspense fallback={fallback}>{shown}</Suspense> : shown;
}

function Part<Props extends object>({ files, props }: Omit<LazyPartProps<Props>, 'fallback'>) {
  if (import.meta.env.SSR) drawnParts.add(files.name);
  files.loading ??= files.read();
  const Shown = files.part ?? use(files.loading);
  return <Shown {...props} />;
}
