-- What was set with a key acts with no more than the key's scopes. Of those that were set before,
-- the audit knows with what: a session opens all, and of a key the least is taken.
ALTER TABLE "design_automations" ADD COLUMN "scopes" "KeyScope"[];
UPDATE "design_automations" a SET "scopes" = CASE WHEN (
    SELECT e."credential" FROM "audit_events" e
    WHERE e."object_type" = 'design' AND e."object_id" = a."design_id" AND e."action" = 'set_automation'
    ORDER BY e."id" DESC LIMIT 1) = 'session'
  THEN ARRAY['manage', 'administer']::"KeyScope"[] ELSE ARRAY['manage']::"KeyScope"[] END;
