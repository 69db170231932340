import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { ChevronDownIcon } from '../icons.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { useListAddress } from './list-address.ts';

const SavedViews = lazyPart(() => import('./saved-views.tsx'), 'SavedViews', <Menu.Label>Loading</Menu.Label>);
const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx'), 'SaveViewDialog');

/** The views of a list that the person has saved, and what saves the one that is shown. */
export function ViewsMenu() {
  const address = useListAddress();
  const [isSaving, { open, close }] = useDisclosure();
  const [wasSaving, setWasSaving] = useState(false);
  if (isSaving && !wasSaving) setWasSaving(true);
  return (
    <>
      {/* The element that would take the focus first has a role that a menu may not contain. */}
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDownIcon size={14} />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="views-menu">
          {/* This item is there at once, so the focus begins at it, and not at one that is still to be read. */}
          <Menu.Item onClick={open}>Save this view…</Menu.Item>
          <Menu.Divider />
          <SavedViews {...address} />
        </Menu.Dropdown>
      </Menu>
      {wasSaving && <SaveViewDialog {...address} opened={isSaving} onClose={close} />}
    </>
  );
}
