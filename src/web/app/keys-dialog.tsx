import { Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useKeys, useShownKeys } from '../kit/keys.ts';
import { undoLast } from '../kit/undo.ts';

/** Names the keys of the page that is shown: `?`. */
export function KeysDialog() {
  const [opened, { open, close }] = useDisclosure();
  useKeys([
    { key: '?', title: 'Show these keys', act: open },
    { key: 'u', title: 'Undo the last change', act: undoLast },
    { key: 'mod + Enter', title: 'Send the form' },
  ]);
  const keys = useShownKeys();
  // Forms of one page have the same key.
  const keysFor = (title: string) => [...new Set(keys.filter((each) => each.title === title).map(({ key }) => key))];
  return (
    <Modal opened={opened} onClose={close} title="Keys">
      <Table>
        <Table.Tbody>
          {[...new Set(keys.map(({ title }) => title))].map((title) => (
            <Table.Tr key={title}>
              <Table.Td>{title}</Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {keysFor(title).map((key) => (
                  <Kbd key={key} ml="xs">
                    {nameOf(key)}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** As keyboards name it. */
function nameOf(key: string): string {
  return key.replace('mod + ', isApple ? '⌘' : 'Ctrl ').replace('shift + ', 'Shift ');
}
