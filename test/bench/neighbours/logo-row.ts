import sharp from 'sharp';
import { maxLogoBytes } from '../../../src/domain/oauth-clients/oauth-client.ts';
import { createSession } from '../../../src/services/accounts/sessions.ts';
import { auditKeys } from '../environment/audit-keys.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { wireDocument } from '../load/request.ts';
import { schedulingWorkspace } from '../scheduling/workspace.ts';
import { answerTo } from './answered.ts';
import type { Row } from './attack.ts';
import { callers } from './processes.ts';

/** Each may use a sixth of the time for rendering, so together they may use all of it. */
const workspaces = 6;
/** The longest side that is accepted. */
const side = 4096;
const octaves = 40;

/** A pattern without even areas, which compresses to less than a logo may have. */
async function slowPng(): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side);
  for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) pixels[y * side + x] = (x ^ y) & 255;
  const png = await sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer();
  if (png.length > maxLogoBytes) throw new Error(`The picture has ${png.length} bytes, more than a logo may have.`);
  return png;
}

const slowSvg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><filter id="f"><feTurbulence type="fractalNoise"
    baseFrequency="0.05" numOctaves="${octaves}"/></filter><rect width="512" height="512" filter="url(#f)"/></svg>`,
);

const registration = `mutation ($input: CreateOAuthClientInput!) {
  createOAuthClient(input: $input) { client { id } }
}`;

/** A session of an owner, and an app of theirs. */
async function appOf({ client, ...database }: BenchDatabase, port: number, number: number) {
  const name = `Bench of neighbours logo ${number}`;
  const { workspaceId, ownerId } = await schedulingWorkspace({ client, ...database }, { name, hosts: 1 });
  await client.query('DELETE FROM "OAuthClient" WHERE "workspaceId" = $1', [workspaceId]);
  const { token } = await database.use((context) =>
    createSession({ ...context, auditKeys }, { workspaceId, userId: ownerId }),
  );
  const input = {
    ...{ name: 'Acme Dialer', redirectUris: ['https://acme.example/callback'], clientType: 'CONFIDENTIAL' },
    ...{ grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'], allowedScopes: ['contacts:read'] },
  };
  const { text } = await answerTo(port, wireDocument({ query: registration, variables: { input } }, token));
  const answer = JSON.parse(text) as { data?: { createOAuthClient?: { client: { id: number } } } };
  const id = answer.data?.createOAuthClient?.client.id;
  if (id === undefined) throw new Error(`createOAuthClient returned ${text}`);
  return { id, token };
}

export const logoRow: Row = {
  name: 'logo',
  title: `owners of ${workspaces} workspaces who upload logos of ${side} by ${side} pixels, and drawings that take long`,
  async prepare({ database, port, stack }) {
    const pictures = [await slowPng(), slowSvg];
    const requests: string[] = [];
    for (let number = 0; number < workspaces; number++) {
      const { id, token } = await appOf(database, port, number);
      for (const picture of pictures) {
        const head = `PUT /oauth-clients/${id}/logo HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`;
        requests.push(`${head}Content-Length: ${picture.length}\r\n\r\n${picture.toString('latin1')}`);
      }
    }
    return callers(stack, { port, requests, callers: requests.length });
  },
};
