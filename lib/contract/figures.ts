import { z } from "zod";
import { field } from "./field";
import { count, timestamp } from "./primitives";

/** The figures of a day, as they were last read on it. */
export const figuresDay = z
	.strictObject({
		day: z.iso
			.date()
			.describe("The day in UTC.")
			.meta({ examples: ["2026-11-24"] }),
		pending: count.describe("Number of pending requests."),
		activated: field.activated,
		live: count.describe("Live deployments by target."),
		targets: count.describe("Number of targets."),
		targets_online: count.describe("Targets with an online agent."),
		decision_seconds: count
			.nullable()
			.describe("Median time from request to decision over the 14 days before; null without a decision."),
	})
	.meta({ id: "FiguresDay", description: "The figures of a day in UTC, as they were last read on it." });
export type FiguresDay = z.infer<typeof figuresDay>;

/** The figures of the targets that the caller administers. */
export const figures = z
	.strictObject({
		pending: count.describe("Number of requests that the caller has to decide on."),
		oldest_request_at: timestamp.nullable().describe("When the oldest of them was requested; null without one."),
		activated: field.activated,
		live: count.describe("Activated deployments that all online agents have loaded."),
		targets: count.describe("Number of targets that the caller administers."),
		targets_online: count.describe("Targets with an online agent."),
		decision_seconds: count
			.nullable()
			.describe("Median time from request to decision over the last 14 days; null without a decision."),
		days: z
			.array(figuresDay)
			.max(14)
			.describe("The last 14 days as far as they were recorded, oldest first; today's are these figures."),
	})
	.meta({ id: "Figures", description: "The figures of the targets that the caller administers." });
export type Figures = z.infer<typeof figures>;
