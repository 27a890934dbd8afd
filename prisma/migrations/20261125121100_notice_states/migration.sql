-- What is known to be well or not, so that people are told once when it turns. A row is written
-- in the transaction of the audit event that tells of it.
CREATE TABLE "notice_states" (
    "subject" TEXT NOT NULL,
    "bad" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "bad_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_states_pkey" PRIMARY KEY ("subject")
);
CREATE INDEX "notice_states_bad" ON "notice_states"("subject") WHERE bad;
CREATE INDEX "notice_states_at_idx" ON "notice_states"("at");
