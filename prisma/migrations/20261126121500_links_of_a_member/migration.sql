-- For the links that begin with a username.
CREATE INDEX "BookingLink_linkPrefix_like_idx" ON "BookingLink" (("linkPrefix"::text) text_pattern_ops);
