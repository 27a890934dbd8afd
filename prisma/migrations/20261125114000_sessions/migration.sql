-- The sealed cookies named sessions that no row knew: everybody signs in once more.
-- CreateEnum
CREATE TYPE "SessionOpening" AS ENUM ('password', 'oidc');

-- DropTable
DROP TABLE "ended_sessions";

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "opened_by" "SessionOpening" NOT NULL,
    "second_factor" BOOLEAN NOT NULL,
    "epoch" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "address" TEXT NOT NULL,
    "browser" TEXT NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sessions_user_id_created_at_idx" ON "sessions"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "sessions_used_at_idx" ON "sessions"("used_at");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER "sessions_note_removal" AFTER DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION "note_credential_change"();
