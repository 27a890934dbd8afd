import { z } from "zod";
import { EVENT_TYPES } from "./constants";
import { guid } from "./primitives";

export { EVENT_TYPES, RESET_EVENT } from "./constants";

export const eventType = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof eventType>;

/**
 * `data` of an event without a name (`onmessage`): it names the changed object, and clients refetch
 * it.
 */
export const changeEvent = z
	.strictObject({
		type: eventType,
		id: guid,
		revision: z
			.number()
			.int()
			.min(1)
			.nullable()
			.describe(
				"The object's revision after the change; null without one, and for an object that the reader no longer sees.",
			),
	})
	.meta({
		id: "ChangeEvent",
		description:
			"`data` of an event without a name (`onmessage`): it names the changed object, and clients refetch it.",
	});
export type ChangeEvent = z.infer<typeof changeEvent>;

/** Query of Follow Changes. */
export const followParameters = z.strictObject({
	since: z
		.string()
		.max(2_000)
		.optional()
		.describe("Where the stream continues, for a first request: as `Last-Event-ID`, which precedes it."),
});
