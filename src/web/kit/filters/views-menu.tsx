import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../app/loaded.ts';
import { ChevronDownIcon } from '../icons.tsx';
import { useListAddress } from './list-address.ts';

const SavedViews = lazyPart(() => import('./saved-views.tsx'), 'SavedViews');
const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx'), 'SaveViewDialog');

/** The views of a list that the person has saved, and what saves the one that is shown. */
export function ViewsMenu() {
  const address = useListAddress();
  const [isSaving, { open, close }] = useDisclosure();
  const [wasSaving, setWasSaving] = useState(false);
  if (isSaving && !wasSaving) setWasSaving(true);
  return (
    <>
      {/* Without the element that takes the focus first, which has no role that a menu may have in it. */}
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDownIcon size={14} />}>
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown className="views-menu">
          {/* It is there at once, so the focus begins here and not at what is still read. */}
          <Menu.Item onClick={open}>Save this view…</Menu.Item>
          <Menu.Divider />
          <Suspense fallback={<Menu.Label>Loading</Menu.Label>}>
            <SavedViews {...address} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{wasSaving && <SaveViewDialog {...address} opened={isSaving} onClose={close} />}</Suspense>
    </>
  );
}
