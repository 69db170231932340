import { ActionIcon, Group, Skeleton, Title } from '@mantine/core';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { CloseIcon } from './icons.tsx';
import { useKeys } from './keys.ts';
import { Panel } from './layout.tsx';
import './record.css';

interface ListAndRecordProps {
  /** Whether a record is open: a narrow window shows it in the place of the list. */
  readonly isOpen: boolean;
  /** The list. */
  readonly children: ReactNode;
}

/** A list, and beside it the record that is open, which is a route below that of the list. */
export function ListAndRecord({ isOpen, children }: ListAndRecordProps) {
  return (
    <div className="list-and-record" data-wide data-open={isOpen || undefined}>
      <div className="list-beside">{children}</div>
      <Outlet />
    </div>
  );
}

interface RecordPanelProps {
  /** What it is: "call". */
  readonly name: string;
  /** The list that it is beside. */
  readonly list: '/calls' | '/contacts' | '/deals';
  /** With room for two columns. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A record beside its list. Escape closes it, and leads back to the row that leads to it. */
export function RecordPanel({ name, list, isWide, children }: RecordPanelProps) {
  const navigate = useNavigate();
  const close = async () => {
    const { pathname } = location;
    await navigate({ to: list, search: (before) => before, resetScroll: false });
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a.row-link')];
    links.find((link) => link.pathname === pathname)?.focus();
  };
  useKeys([{ key: 'Escape', title: `Close the ${name}`, act: close }]);
  return (
    <aside className="record" data-wide={isWide || undefined} aria-label={`The ${name}`}>
      <Panel>
        <Group justify="flex-end" className="record-close">
          <ActionIcon variant="subtle" color="gray" aria-label={`Close the ${name}`} onClick={close}>
            <CloseIcon />
          </ActionIcon>
        </Group>
        {children}
      </Panel>
    </aside>
  );
}

/** A part of a record, with its heading. */
export function RecordSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h6" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

/** The name of a record, its buttons and its facts, before they are there. */
export function RecordSkeleton() {
  return (
    <div className="late" aria-busy="true">
      <span className="for-screen-readers">Loading</span>
      <Skeleton height={20} width="55%" mb="lg" />
      <Group gap="xs" mb="lg">
        <Skeleton height={36} width="7rem" />
        <Skeleton height={36} width="5rem" />
      </Group>
      {[60, 40, 75, 50, 65].map((width) => (
        <Group key={width} mb="md" wrap="nowrap">
          <Skeleton height={12} width="22%" />
          <Skeleton height={12} width={`${width}%`} />
        </Group>
      ))}
    </div>
  );
}

/** For the heading of a record: whoever opens it by keyboard goes on in it. */
export function useFocusAtFirst() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return heading;
}
