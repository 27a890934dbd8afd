import { z } from "zod";
import { DAILY_MATCHES } from "./constants";
import { timestamp } from "./primitives";

/** Matches of a deployment: fields of its row with `detail=true`. */
export const matchCounts = {
	last_match_at: timestamp
		.nullable()
		.describe("Time of the report with the last lookup that it matched; null: no match is known."),
	matches_counted_since: timestamp
		.nullable()
		.describe(
			"Since when all its matches are counted; null unless activated, and while an agent of its target does not count.",
		),
	daily_matches: z
		.array(z.number().int().min(0))
		.length(DAILY_MATCHES)
		.describe("Lookups that it matched on each of the last 14 days (UTC), today last."),
};
