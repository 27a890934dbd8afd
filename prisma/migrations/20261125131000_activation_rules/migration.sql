-- CreateEnum
CREATE TYPE "RuleMode" AS ENUM ('off', 'dry_run', 'active');

-- CreateEnum
CREATE TYPE "RuleOutcome" AS ENUM ('would_activate', 'activated', 'missed');

-- CreateTable
CREATE TABLE "activation_rules" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "target_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "author_id" UUID NOT NULL,
    "voucher_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "mode" "RuleMode" NOT NULL DEFAULT 'dry_run',
    "conditions" JSONB NOT NULL,
    "counts_from" TIMESTAMPTZ(3) NOT NULL,
    "dry_day" TEXT,
    "dry_count" INTEGER NOT NULL DEFAULT 0,
    "active_day" TEXT,
    "active_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "activation_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rule_verdicts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "rule_id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "rule_revision" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "outcome" "RuleOutcome" NOT NULL,
    "misses" JSONB NOT NULL DEFAULT '[]',
    "basis" TEXT NOT NULL,
    "retrospective" BOOLEAN NOT NULL DEFAULT false,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rule_verdicts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "activation_rules_author_id_idx" ON "activation_rules"("author_id");

-- CreateIndex
CREATE UNIQUE INDEX "activation_rules_target_id_name_key" ON "activation_rules"("target_id", "name");

-- CreateIndex
CREATE INDEX "activation_rules_at_work" ON "activation_rules"("target_id") WHERE (mode <> 'off'::"RuleMode");

-- CreateIndex
CREATE INDEX "rule_verdicts_rule_id_at_id_idx" ON "rule_verdicts"("rule_id", "at" DESC, "id");

-- CreateIndex
CREATE INDEX "rule_verdicts_at_idx" ON "rule_verdicts"("at");

-- CreateIndex
CREATE UNIQUE INDEX "rule_verdicts_deployment_id_rule_id_key" ON "rule_verdicts"("deployment_id", "rule_id");

-- AddForeignKey
ALTER TABLE "activation_rules" ADD CONSTRAINT "activation_rules_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "activation_rules" ADD CONSTRAINT "activation_rules_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_verdicts" ADD CONSTRAINT "rule_verdicts_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "activation_rules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_verdicts" ADD CONSTRAINT "rule_verdicts_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand: pages hear of another rule, and of a verdict that says something else than before.
CREATE FUNCTION "note_rule_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('target', t."id", t."revision", NULL) FROM "targets" t WHERE t."id" = COALESCE(NEW."target_id", OLD."target_id");
  RETURN NULL;
END $$;
CREATE TRIGGER "activation_rules_note_change" AFTER INSERT OR DELETE ON "activation_rules"
  FOR EACH ROW EXECUTE FUNCTION "note_rule_change"();
CREATE TRIGGER "activation_rules_note_edit" AFTER UPDATE ON "activation_rules"
  FOR EACH ROW WHEN (OLD."revision" IS DISTINCT FROM NEW."revision") EXECUTE FUNCTION "note_rule_change"();

CREATE FUNCTION "note_verdict_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "note_change"('deployment', x."id", x."revision", NULL) FROM "deployments" x WHERE x."id" = NEW."deployment_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "rule_verdicts_note_change" AFTER INSERT ON "rule_verdicts"
  FOR EACH ROW WHEN (NOT NEW."retrospective") EXECUTE FUNCTION "note_verdict_change"();
CREATE TRIGGER "rule_verdicts_note_revision" AFTER UPDATE ON "rule_verdicts"
  FOR EACH ROW WHEN (OLD."outcome" IS DISTINCT FROM NEW."outcome" OR OLD."misses" IS DISTINCT FROM NEW."misses")
  EXECUTE FUNCTION "note_verdict_change"();
