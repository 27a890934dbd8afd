-- What agents matched (docs/contract.md, Agent API).

-- Whether the agent's last report counted matches; agents of earlier versions do not.
ALTER TABLE "agents" ADD COLUMN "counts_matches" BOOLEAN NOT NULL DEFAULT false;

-- The sums of a deployment by the hours of a day (UTC). A row is a day and not an hour, so that 90
-- days of a deployment are 90 rows and not 2,160.
CREATE TABLE "match_days" (
    "deployment_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "hours" BIGINT[],
    "matches" BIGINT NOT NULL,
    "last_match_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "match_days_pkey" PRIMARY KEY ("deployment_id", "day"),
    CONSTRAINT "match_days_hours" CHECK (cardinality("hours") = 24)
);
CREATE INDEX "match_days_day_idx" ON "match_days"("day");
ALTER TABLE "match_days" ADD CONSTRAINT "match_days_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- Rows of today are written every minute: room in their page keeps that away from the indexes.
ALTER TABLE "match_days" SET (fillfactor = 60);

-- The last batch of each run of an agent that was counted: a repeated or late one is not again.
CREATE TABLE "match_runs" (
    "target_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "batch" BIGINT NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "match_runs_pkey" PRIMARY KEY ("target_id", "run_id")
);
ALTER TABLE "match_runs" ADD CONSTRAINT "match_runs_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "match_runs" SET (fillfactor = 60);

-- Since when all agents of a target count matches; no row while one of them does not. Without a
-- match since then, a deployment is known to have matched nothing.
CREATE TABLE "match_counting" (
    "target_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "match_counting_pkey" PRIMARY KEY ("target_id")
);
ALTER TABLE "match_counting" ADD CONSTRAINT "match_counting_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "targets"("id") ON DELETE CASCADE ON UPDATE CASCADE;
