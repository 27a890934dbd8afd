import { z } from "zod";
import { MOST_UNREAD } from "./constants";
import { NOTICE_KINDS, type NoticeKind } from "./events/events";
import { field } from "./field";
import { booleanParameter, paging } from "./parameters";
import { personRef } from "./person-ref";
import { guid, listResponse, text, timestamp } from "./primitives";
import { described } from "./written-as";

export { MOST_UNREAD } from "./constants";

/** A notice to the caller (docs/contract.md, Notices). */
export const inboxItem = z
	.strictObject({
		id: text.describe("Id; never changes."),
		kind: z.enum(NOTICE_KINDS as [NoticeKind, ...NoticeKind[]]).describe("Kind of the event."),
		at: field.at,
		read_at: timestamp.nullable().describe("When the caller read it; null: unread."),
		title: text.meta(described("The event in words.", "Your request for Coffee shops on Metro East was rejected")),
		reason: text
			.nullable()
			.meta(described("Why, or what else is known; null: nothing.", "Spring campaign, new shops added")),
		who: text
			.nullable()
			.meta(described("E-mail of the actor, or name of the acting rule; null: the service.", "carlos@metro.example")),
		who_person: personRef.nullable().describe("The person behind `who`."),
		link: text
			.nullable()
			.meta(
				described(
					"Path of the page with the next step; null: none that the caller may see.",
					"/designs/3f6d1f7e-4f0e-4c0a-9a53-7a2b7ad7d8a1/edit",
				),
			),
		action: text.meta(described("The next step, in the words of that page's button.", "Edit design")),
		design_id: guid.nullable().describe("Id of the design."),
		build_id: guid.nullable().describe("Id of the build."),
		deployment_id: guid.nullable().describe("Id of the deployment."),
		target_id: guid.nullable().describe("Id of the deployment target."),
	})
	.meta({ id: "InboxItem", description: "A notice to the caller, with the next step." });
export type InboxItem = z.infer<typeof inboxItem>;

const unreadCount = z
	.number()
	.int()
	.min(0)
	.max(MOST_UNREAD)
	.describe(`Unread items, at most ${MOST_UNREAD}: then there are as many or more.`);

/** Parameters of `GET /api/inbox`. */
export const listInboxParameters = z.strictObject({
	...paging,
	unread: booleanParameter.default(false).describe("`true`: unread items alone."),
});

const { version, status, response } = listResponse(inboxItem).shape;
/** Answer of `GET /api/inbox`: a page, and how many items are unread. */
export const inboxResponse = z.strictObject({
	version: version.describe("Version of the API."),
	status: status.describe("`OK`: the request succeeded."),
	response: z
		.strictObject({ ...response.shape, unread_count: unreadCount.meta({ examples: [3] }) })
		.describe("The result."),
});

const itemId = z
	.string()
	.regex(/^\d{1,18}$/, "must be the id of an item")
	.describe("Id of an item.")
	.meta({ examples: ["4711"] });

/** Body of `POST /api/inbox/read`. */
export const readInboxBody = z
	.strictObject({
		ids: z
			.array(itemId)
			.min(1, "must name at least one item")
			.max(500, "must name at most 500 items")
			.optional()
			.describe("These items; those of others are ignored."),
		until: itemId.optional().describe("The item with this id, and all earlier ones."),
		read: z.boolean().default(true).describe("`false`: marks them as unread again; with `ids` alone."),
	})
	.refine(({ ids, until }) => (ids === undefined) !== (until === undefined), {
		path: ["ids"],
		message: "is required, or 'until' in its place",
	})
	.refine(({ until, read }) => read || until === undefined, {
		path: ["until"],
		message: "must not be given when 'read' is false",
	});
export type ReadInbox = z.output<typeof readInboxBody>;

/** Answer of `POST /api/inbox/read`. */
export const inboxCount = z
	.strictObject({ unread_count: unreadCount.meta({ examples: [3] }) })
	.meta({ id: "InboxCount", description: "How many items are unread now." });
