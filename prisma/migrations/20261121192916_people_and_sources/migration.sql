-- AlterTable
ALTER TABLE "inventory_imports" ADD COLUMN     "refused" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "swept_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "users_email_key_id_idx" ON "users"("email_key", "id");

-- Which designs use an inventory source; an expression index, which Prisma's schema has no words for.
CREATE INDEX "design_sets_sources" ON "design_sets" USING GIN (("audience" -> 'sources')) WHERE "audience" IS NOT NULL;
