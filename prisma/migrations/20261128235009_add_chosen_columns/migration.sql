-- CreateTable
CREATE TABLE "chosen_columns" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" UUID NOT NULL,
    "columns" JSONB NOT NULL,
    "chosen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chosen_columns_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "chosen_columns_organization_id_chosen_at_idx" ON "chosen_columns"("organization_id", "chosen_at" DESC);

-- AddForeignKey
ALTER TABLE "chosen_columns" ADD CONSTRAINT "chosen_columns_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
