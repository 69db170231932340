import { ActionIcon, Menu, type MenuItemProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { DotsIcon } from '../icons.tsx';

interface RowMenuProps {
  /** What the row is about: "Actions for Reports". */
  readonly name: string;
  /** Items of a menu. */
  readonly children: ReactNode;
}

/** What can be done with a row of a list. */
export function RowMenu({ name, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <DotsIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** An item that deletes or ends something. */
export function DangerItem(item: MenuItemProps & { readonly onClick: () => void }) {
  return <Menu.Item color="var(--error-ink)" {...item} />;
}
