import type { Server } from 'fastify';
import { type Caller, requireScope } from './caller.ts';
import type { Prepared, Queries } from './queries.ts';

/** $1 workspace, $2 the contact's id or e-mail address. The answers to custom fields as JSON. */
function contact(name: string, condition: string): Prepared {
  const text = `SELECT c."id", c."previewId", c."firstName", c."lastName", c."email", c."phoneNumber",
    c."secondaryEmail", c."secondaryPhoneNumber", c."status", c."tag",
    c."timeZone", c."country", c."userId", c."setterId", c."utm", c."referrer", c."joinedTime", c."createdAt", c."updatedAt", a."customFieldAnswers"
  FROM "Contact" c
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('customFieldId', v."customFieldId", 'identifier', f."identifier", 'name', f."name",
      'inputType', f."inputType", 'answer', v."answer", 'optionIds', ARRAY(
        SELECT o."id" FROM unnest(v."answer") WITH ORDINALITY i("name", "position")
        JOIN "CustomFieldOption" o ON o."workspaceId" = $1 AND o."customFieldId" = f."id" AND o."name" = i."name"
        ORDER BY i."position")) ORDER BY f."displayIndex", f."id") AS "customFieldAnswers"
    FROM "CustomFieldAnswer" v JOIN "CustomField" f ON f."workspaceId" = $1 AND f."id" = v."customFieldId"
    WHERE v."workspaceId" = $1 AND v."contactId" = c."id") a ON true
  WHERE c."workspaceId" = $1 AND ${condition}`;
  return { name, text };
}

const byId = contact('contact by id', 'c."id" = $2');
const byEmail = contact('contact by email', 'lower(c."email") = lower($2)');

const querystring = {
  type: 'object',
  properties: {
    contactId: { type: 'integer', minimum: 1, maximum: 2147483647 },
    email: { type: 'string', maxLength: 255 },
  },
  oneOf: [{ required: ['contactId'] }, { required: ['email'] }],
};

export function contactDetailRoute(app: Server, queries: Queries): void {
  const onRequest = requireScope(queries, 'contacts:read');
  app.get('/v1/contacts/detail', { schema: { querystring }, onRequest }, async (request, reply) => {
    const { workspaceId } = request.caller as Caller;
    const { contactId, email } = request.query as { contactId?: number; email?: string };
    const found =
      contactId === undefined
        ? await queries.run(byEmail, [workspaceId, email])
        : await queries.run(byId, [workspaceId, contactId]);
    const [row] = found;
    if (!row) return reply.code(404).send({ message: 'Not found' });
    return { data: { ...row, customFieldAnswers: row.customFieldAnswers ?? [] } };
  });
}
