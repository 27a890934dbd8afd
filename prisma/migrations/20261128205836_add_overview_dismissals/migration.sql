-- CreateTable
CREATE TABLE "overview_dismissals" (
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "object_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "overview_dismissals_pkey" PRIMARY KEY ("user_id","kind","object_id")
);

-- CreateIndex
CREATE INDEX "overview_dismissals_at_idx" ON "overview_dismissals"("at");

-- AddForeignKey
ALTER TABLE "overview_dismissals" ADD CONSTRAINT "overview_dismissals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
