-- Versions of the list of device ids that must not be targeted; the highest revision applies. Their
-- files have salted hashes only.
CREATE TABLE "opt_out_lists" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "revision" INTEGER NOT NULL,
    "salt" TEXT NOT NULL,
    "file_key" TEXT,
    "digest" TEXT,
    "size" BIGINT NOT NULL,
    "id_count" INTEGER NOT NULL,
    "changed_by_id" UUID,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "swept_at" TIMESTAMPTZ(3),

    CONSTRAINT "opt_out_lists_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "opt_out_lists_file" CHECK (("id_count" = 0) = ("file_key" IS NULL) AND ("file_key" IS NULL) = ("digest" IS NULL))
);
CREATE UNIQUE INDEX "opt_out_lists_revision_key" ON "opt_out_lists"("revision");
ALTER TABLE "opt_out_lists" ADD CONSTRAINT "opt_out_lists_changed_by_id_fkey" FOREIGN KEY ("changed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- The list that each agent applies, by its own report.
ALTER TABLE "agents" ADD COLUMN "opt_outs_digest" TEXT, ADD COLUMN "opt_outs_error" TEXT, ADD COLUMN "knows_opt_outs" BOOLEAN NOT NULL DEFAULT false;
