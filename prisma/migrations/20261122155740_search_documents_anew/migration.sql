-- CreateIndex
CREATE INDEX "deployments_without_document" ON "deployments"("id") WHERE (search_document = '');

-- CreateIndex
CREATE INDEX "designs_without_document" ON "designs"("id") WHERE (search_document = '');

-- Characters that nobody sees (soft hyphens, joiners, marks of direction) stood between words, and are none of them now: the documents of rows
-- that have any are made anew by lib/search/refresh-missing-documents.ts. Marks among these characters were left out before.
CREATE FUNCTION pg_temp.has_unseen(said TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
  SELECT said ~ '[\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\U0001D173-\U0001D17A\U000E0000-\U000E007F]'
$$;

UPDATE "deployments" AS x SET "search_document" = ''
FROM "designs" d, "users" u, "builds" b, "targets" t
WHERE d."id" = x."design_id" AND u."id" = d."owner_id" AND b."id" = x."build_id" AND t."id" = x."target_id" AND (
  pg_temp.has_unseen(d."name") OR pg_temp.has_unseen(u."email") OR pg_temp.has_unseen(b."name") OR pg_temp.has_unseen(t."name")
  OR pg_temp.has_unseen(array_to_string(x."tags", ','))
  OR EXISTS (SELECT FROM "design_sets" s WHERE s."design_id" = d."id" AND pg_temp.has_unseen(s."name" || ' ' || s."targeting_code")));

UPDATE "designs" AS d SET "search_document" = ''
FROM "users" u
WHERE u."id" = d."owner_id" AND (pg_temp.has_unseen(d."name") OR pg_temp.has_unseen(u."email")
  OR EXISTS (SELECT FROM "design_sets" s WHERE s."design_id" = d."id" AND pg_temp.has_unseen(s."name" || ' ' || s."targeting_code")));

DROP FUNCTION pg_temp.has_unseen(TEXT);
