-- The figures of the overview at the end of each day, by organization and for the whole service: what
-- agents reported and how many requests were pending cannot be read from the past.
CREATE TABLE "overview_days" (
    "scope" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "pending" INTEGER NOT NULL,
    "activated" INTEGER NOT NULL,
    "live" INTEGER NOT NULL,
    "targets" INTEGER NOT NULL,
    "targets_online" INTEGER NOT NULL,
    "decision_seconds" INTEGER,

    CONSTRAINT "overview_days_pkey" PRIMARY KEY ("scope", "day")
);
CREATE INDEX "overview_days_day_idx" ON "overview_days"("day");
