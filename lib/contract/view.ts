import { z } from "zod";
import { keyText, ON_ONE_LINE, paging } from "./parameters";
import { personRef } from "./person-ref";
import { guid, timestamp } from "./primitives";

/**
 * Pages that keep their state in their address and so can be saved as a view (docs/contract.md,
 * Pages).
 */
export const VIEW_PAGES = [
	"/designs",
	"/builds",
	"/approvals",
	"/deployments",
	"/targets",
	"/sources",
	"/keys",
	"/people",
	"/audit",
] as const;
export const viewPage = z.enum(VIEW_PAGES, `must be one of ${VIEW_PAGES.join(", ")}`);
export type ViewPage = z.infer<typeof viewPage>;

const LONGEST_QUERY = 2_000;
const QUERY = /^(?:[\w\-.~!$'()*+,;:@/?&=[\]]|%[0-9A-Fa-f]{2})*$/;

/** The query string of a page's address. */
const query = z
	.string()
	.max(LONGEST_QUERY, `must have at most ${LONGEST_QUERY} characters`)
	.regex(QUERY, "must be a query string: what stands behind the question mark, percent-encoded")
	.refine((value) => !value.startsWith("?"), "must be without the question mark");

/** A named page with its filters. */
export const savedView = z
	.strictObject({
		id: guid,
		page: viewPage,
		name: z.string(),
		query: z.string().describe("The page's query string, without the question mark."),
		shared: z.boolean().describe("Whether the owner's organization sees it."),
		default: z.boolean().describe("Whether the page opens with it for the caller."),
		owned: z.boolean().describe("Whether the caller owns it; only the owner may change it."),
		deletable: z
			.boolean()
			.describe(
				"Whether the caller may delete it: the owner, or for a shared view an administrator of the organization.",
			),
		owner_id: guid,
		owner: z.string().describe("E-mail of the owner."),
		owner_person: personRef,
		created_at: timestamp,
		updated_at: timestamp,
		revision: z.number().int().min(1),
	})
	.meta({ id: "SavedView", description: "A named page with its filters." });
export type SavedView = z.infer<typeof savedView>;

/** Parameters of `GET /api/views`. */
export const listViewsParameters = z.strictObject({
	...paging,
	page: viewPage.optional().describe("Only views of this page."),
});

const fields = {
	name: keyText(1, 100).regex(...ON_ONE_LINE),
	query,
	shared: z.boolean().describe("Whether the caller's organization sees it."),
	default: z.boolean().describe("Whether the page opens with it for the caller; replaces an earlier default."),
};

/** Body of `POST /api/views`. */
export const createViewBody = z.strictObject({
	...fields,
	page: viewPage,
	shared: fields.shared.default(false),
	default: fields.default.default(false),
});
export type CreateView = z.infer<typeof createViewBody>;

/**
 * Body of `PATCH /api/views/<id>`; absent fields stay as they are. Every user sets their own
 * `default`; the other fields are the owner's.
 */
export const editViewBody = z
	.strictObject({
		name: fields.name.optional(),
		query: fields.query.optional(),
		shared: fields.shared.optional(),
		default: fields.default.optional(),
	})
	.refine((body) => Object.values(body).some((value) => value !== undefined), "names no field to change");
export type EditView = z.infer<typeof editViewBody>;
