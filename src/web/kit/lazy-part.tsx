import { type ComponentType, type ReactNode, Suspense, use, useState } from 'react';
import { loaded } from '../app/loaded.ts';
import { isHydrating } from './now.ts';

interface Files<Props> {
  readonly name: string;
  part?: ComponentType<Props>;
  loading?: Promise<ComponentType<Props>>;
  readonly read: () => Promise<ComponentType<Props>>;
}

const known = new Map<string, { readonly read: () => Promise<unknown> }>();

/** The names of the parts that the server rendered, in that order. */
export const renderedParts = new Set<string>();

/** Loads the parts that the server rendered. Once one is loaded, it may name others. */
export async function loadParts(names: readonly string[]): Promise<void> {
  // A part that cannot be loaded shows its error where it is rendered.
  for (const name of names)
    await known
      .get(name)
      ?.read()
      .catch(() => undefined);
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
  // React hydrates a boundary later than the page around it, when the responses that it was rendered with may be dropped.
  const [hasBoundary] = useState(() => !files.part && !isHydrating());
  const shown = <Part {...{ files, props }} />;
  return hasBoundary ? <Suspense fallback={fallback}>{shown}</Suspense> : shown;
}

function Part<Props extends object>({ files, props }: Omit<LazyPartProps<Props>, 'fallback'>) {
  if (import.meta.env.SSR) renderedParts.add(files.name);
  files.loading ??= files.part ? undefined : files.read();
  const Shown = files.part ?? use(files.loading as Promise<ComponentType<Props>>);
  return <Shown {...props} />;
}
