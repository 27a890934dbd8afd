import { z } from "zod";
import { field } from "./field";
import { keyText, ON_ONE_LINE, paging } from "./parameters";
import { personRef } from "./person-ref";
import { text } from "./primitives";
import { described } from "./written-as";

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
		id: field.id,
		page: viewPage.describe("Path of the page."),
		name: text.meta(described("Display name.", "Large ones of this week")),
		query: text.meta(
			described("The page's query string, without the question mark.", "status=requested&min_size=1000000"),
		),
		shared: z.boolean().describe("Whether the owner's organization sees it."),
		default: z.boolean().describe("Whether the page opens with it for the caller."),
		owned: z.boolean().describe("Whether the caller owns it; only the owner may change it."),
		deletable: z
			.boolean()
			.describe(
				"Whether the caller may delete it: the owner, or for a shared view an administrator of the organization.",
			),
		owner_id: field.owner_id,
		owner: text.meta(described("E-mail of the owner.", "designer@acme.example")),
		owner_person: personRef.describe("The owner by name; null where they are gone."),
		created_at: field.created_at,
		updated_at: field.updated_at,
		revision: field.revision,
	})
	.meta({ id: "SavedView", description: "A named page with its filters." });
export type SavedView = z.infer<typeof savedView>;

/** Parameters of `GET /api/views`. */
export const listViewsParameters = z.strictObject({
	...paging,
	page: viewPage.optional().describe("Only views of this page."),
});

const fields = {
	name: keyText(1, 100)
		.regex(...ON_ONE_LINE)
		.meta(described("Display name.", "Coffee shops Berlin")),
	query: query.meta(
		described("Query string of the page, without the question mark.", "status=requested&min_size=1000000"),
	),
	shared: z.boolean().describe("Whether the caller's organization sees it."),
	default: z.boolean().describe("Whether the page opens with it for the caller; replaces an earlier default."),
};

/** Body of `POST /api/views`. */
export const createViewBody = z.strictObject({
	...fields,
	page: viewPage.describe("Path of the page."),
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
		name: fields.name.optional().meta(described("Display name.", "Coffee shops Berlin")),
		query: fields.query
			.optional()
			.meta(described("Query string of the page, without the question mark.", "status=requested&min_size=1000000")),
		shared: fields.shared.optional(),
		default: fields.default.optional(),
	})
	.refine((body) => Object.values(body).some((value) => value !== undefined), "names no field to change");
export type EditView = z.infer<typeof editViewBody>;
