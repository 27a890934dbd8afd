import { z } from "zod";
import { guid } from "./primitives";

/**
 * What an event of `GET /api/events` says has changed; its `id` names the object:
 * `design`, `build` (progress too), `deployment`, `target`, `inventory_source`: the object itself;
 * `schedule`: the deployment whose schedule changed; `deployment_agents`: the deployment of which an agent says something
 * else now; `target_agents`: the target of which an agent came, went silent, came back, or has other tags or memory.
 */
export const EVENT_TYPES = [
	"design",
	"build",
	"deployment",
	"deployment_agents",
	"schedule",
	"target",
	"target_agents",
	"inventory_source",
] as const;
export const eventType = z.enum(EVENT_TYPES);
export type EventType = z.infer<typeof eventType>;

/** `data` of an event without a name (`onmessage`): what has changed, not how; who shows it reads it anew. */
export const changeEvent = z
	.strictObject({
		type: eventType,
		id: guid,
		revision: z
			.number()
			.int()
			.min(1)
			.nullable()
			.describe("The object's revision after the change; null where it has none, and where it is gone for the reader."),
	})
	.meta({ id: "ChangeEvent" });
export type ChangeEvent = z.infer<typeof changeEvent>;

/** Name of the event without content that says: what happened since `Last-Event-ID` is not known any more, read everything anew. */
export const RESET_EVENT = "reset";
