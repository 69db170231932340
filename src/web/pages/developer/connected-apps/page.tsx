import { useState } from 'react';
import type { ConnectionRowFragment } from '../../../gql/connected-apps.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { PagedList } from '../../../parts/paged-list.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { ConnectionsList } from './connections-list.tsx';
import { RevokeAllDialog, RevokeConnectionDialog } from './revoke-dialogs.tsx';

/** What is done with a connection, if something is. */
type Doing = { readonly kind: 'revoke' | 'revokeAll'; readonly connection: ConnectionRowFragment } | undefined;

export function ConnectedAppsPage() {
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  const target = (kind: 'revoke' | 'revokeAll') => (doing?.kind === kind ? doing.connection : undefined);
  return (
    <>
      <PageHeader
        title="Connected apps"
        summary="Apps that you let into this workspace. Each acts as you, within the scopes that you granted and what your role allows."
      />
      <Panel padded={false}>
        <PagedList>
          {(page) => <ConnectionsList page={page} onAct={(kind, connection) => setDoing({ kind, connection })} />}
        </PagedList>
      </Panel>
      <RevokeConnectionDialog connection={target('revoke')} onClose={close} />
      <RevokeAllDialog connection={target('revokeAll')} onClose={close} />
    </>
  );
}
