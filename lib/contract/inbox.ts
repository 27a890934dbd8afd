import { z } from "zod";
import { MOST_UNREAD } from "./constants";
import { NOTICE_KINDS, type NoticeKind } from "./events/events";
import { booleanParameter, paging } from "./parameters";
import { personRef } from "./person-ref";
import { guid, listResponse, timestamp } from "./primitives";

export { MOST_UNREAD } from "./constants";

/** One thing that the caller was told (docs/contract.md, Notices). */
export const inboxItem = z
	.strictObject({
		id: z.string(),
		kind: z.enum(NOTICE_KINDS as [NoticeKind, ...NoticeKind[]]),
		at: timestamp,
		read_at: timestamp.nullable().describe("When the caller read it; null: unread."),
		title: z.string().describe("What happened, in words."),
		reason: z.string().nullable().describe("Why, or what else is known; null: nothing."),
		who: z.string().nullable().describe("E-mail of who did it, or the rule that did; null: the service."),
		who_person: personRef.nullable().describe("The person behind `who`."),
		link: z.string().nullable().describe("Path of the page with the next step; null: none that the caller may see."),
		action: z.string().describe("The next step, as the button of that page says it."),
		design_id: guid.nullable(),
		build_id: guid.nullable(),
		deployment_id: guid.nullable(),
		target_id: guid.nullable(),
	})
	.meta({ id: "InboxItem", description: "One thing that the caller was told, and the next step." });
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
	version,
	status,
	response: z.strictObject({ ...response.shape, unread_count: unreadCount }),
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
		until: itemId.optional().describe("The item with this id, and all that were told before it."),
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
	.strictObject({ unread_count: unreadCount })
	.meta({ id: "InboxCount", description: "How many items are unread now." });
