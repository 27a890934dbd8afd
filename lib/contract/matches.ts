import { z } from "zod";
import { deploymentDetail } from "./deployment";
import { oneOf, wholeNumber } from "./parameters";
import { count, integer, timestamp } from "./primitives";
import { described } from "./written-as";

/** Sums of `by=hour`: two days. */
export const MATCH_HOURS = 48;
/** Sums of `by=day`, as long as they are kept. */
export const MATCH_DAYS = 90;
/** Without a match for so many days, an activated deployment is worth a look. */
export const UNMATCHED_DAYS = 30;

const sum = count;
const countedSince = timestamp
	.nullable()
	.describe(
		"Since when all agents of the target count matches; null while one of them does not, or none has reported.",
	);

/** Parameters of `GET /api/deployments/<id>/matches`. */
export const deploymentMatchesParameters = z.strictObject({
	by: oneOf(["hour", "day"])
		.default("day")
		.describe("`hour`: sums of the last 48 hours; `day`: of the last 90 days. Both in UTC, the current one included."),
});

/** Matches of a deployment over time. */
export const deploymentMatches = z
	.strictObject({
		by: z.enum(["hour", "day"]).describe("E-mail of the user of the schedule."),
		last_match_at: timestamp.nullable().describe("Time of the report with the last match; null: none is known."),
		counted_since: countedSince,
		total: sum.meta(described("All of `sums`.", 1)),
		sums: z
			.array(
				z.strictObject({
					start: timestamp.describe("Beginning of the hour or day."),
					matches: sum.describe("Lookups that matched within it."),
				}),
			)
			.describe("By time, the current one last."),
	})
	.meta({
		id: "DeploymentMatches",
		description: "Lookups that a deployment matched, by the hour or day in which agents reported them.",
	});
export type DeploymentMatches = z.infer<typeof deploymentMatches>;

/** Parameters of `GET /api/targets/<id>/unmatched`. */
export const unmatchedParameters = z.strictObject({
	days: wholeNumber(1, MATCH_DAYS).default(UNMATCHED_DAYS).describe("For how many days nothing has matched."),
});

/** Active deployments of a target without matches. */
export const unmatchedDeployments = z
	.strictObject({
		days: integer.describe("For how many days nothing has matched."),
		counted_since: countedSince,
		agents: z
			.strictObject({
				living: integer.meta(described("Number of agents that report.", 2)),
				counting: integer.describe("Number of those that count matches."),
			})
			.describe("The target's agents."),
		total: integer.meta(described("Number of deployments.", 1)),
		bytes: integer.meta(described("Memory that deactivating all of them would free.", 48_213)),
		deployments: z.array(deploymentDetail).describe("The largest of them, 100 at most."),
	})
	.meta({
		id: "UnmatchedDeployments",
		description: "Deployments that have been activated and counted for so many days, and have matched nothing.",
	});
export type UnmatchedDeployments = z.infer<typeof unmatchedDeployments>;
