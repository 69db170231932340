-- Where pages of an app may call the token endpoint from: the origins of its redirect URIs, which are stored as a URL
-- parser writes them.
CREATE FUNCTION "originsOf"("uris" TEXT[]) RETURNS TEXT[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT array_agg(substring("uri" FROM '^[^/]*//[^/?#]*')) FROM unnest("uris") AS "uri" $$;

CREATE INDEX "OAuthClient_origins_idx" ON "OAuthClient" USING gin ("originsOf"("redirectUris"))
WHERE "clientType" = 'PUBLIC';
