import { z } from "zod";
import { field } from "./field";
import { nameWithin, paging, searchQuery } from "./parameters";
import { count, text } from "./primitives";
import { described } from "./written-as";

const price = z
	.string()
	.regex(/^\d{1,8}(\.\d{1,4})?$/, "must be a decimal number of at most 8 and 4 digits, in quotes")
	.nullable()
	.describe("CPM, a decimal string; null: no price.");

const leastReach = z
	.number()
	.int("must be a whole number")
	.min(0, "must be 0 or more")
	.max(1_000_000_000, "must be at most 1,000,000,000")
	.describe("Devices that each set of its audience designs must reach to be built; 0: any number.");

/** Which designs of its members an organization's members see. */
export const membersSee = z
	.enum(["own_and_shared", "all"])
	.describe(
		"Designs that a member who is no administrator sees of the organization's: their own and those that are shared with them or with the whole organization (`own_and_shared`), or `all`.",
	);

export type MembersSee = z.infer<typeof membersSee>;

const MOST_ORIGINS = 20;

/**
 * Whether a text is one exact origin that may frame pages: of HTTPS, or of this machine for
 * development. Each becomes a part of a Content-Security-Policy: no wildcard, no other sign.
 */
function isEmbedOrigin(text: string): boolean {
	if (!/^https?:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(text) || !URL.canParse(text)) return false;
	const { origin, protocol, hostname } = new URL(text);
	return origin === text && (protocol === "https:" || ["localhost", "127.0.0.1"].includes(hostname));
}

/** Origins whose pages may show an organization's designs in a frame. */
const embedOrigins = z
	.array(
		z
			.string()
			.refine(
				isEmbedOrigin,
				"must hold exact origins such as https://app.example.com, or http://localhost with a port for development",
			),
	)
	.max(MOST_ORIGINS, `must hold at most ${MOST_ORIGINS} origins`)
	.meta(
		described("Origins of other sites whose pages may show the organization's designs in a frame; none: no page may.", [
			"https://app.example.com",
		]),
	);

/** An organization, for its people and operators. */
export const organization = z
	.strictObject({
		id: field.id,
		slug: field.slug,
		name: field.name_of_organization,
		price_cpm: z
			.strictObject({
				proximity: text.nullable().meta(described("CPM of proximity designs, a decimal string.", "0.45")),
				audience: text.nullable().meta(described("CPM of audience designs, a decimal string.", "0.60")),
			})
			.describe("CPM prices of designs without their own price, by type."),
		second_factor_required: z.boolean().describe("Whether people who sign in by password must show a second factor."),
		least_reach: leastReach.meta({ examples: [1000] }),
		members_see: membersSee,
		embed_origins: embedOrigins,
		members_see_difference: z
			.strictObject({
				designs: count.describe("Number of designs that are not shared with the whole organization."),
				people: count.meta(described("Number of enabled designers.", 2)),
			})
			.nullable()
			.describe("Designs and people that another `members_see` affects; null for callers who may not change it."),
		person_count: count.describe("Number of enabled people that the caller sees."),
		design_count: count.meta(described("Number of its designs that the caller sees.", 4)),
		target_count: count.meta(described("Number of its deployment targets.", 2)),
		created_at: field.created_at,
		updated_at: field.updated_at,
		revision: field.revision,
		permissions: z
			.strictObject({
				edit: field.edit,
				set_prices: z.boolean().describe("Set its prices."),
				lower_least_reach: z
					.boolean()
					.describe("Lower `least_reach`; everyone who may edit the organization may raise it."),
			})
			.describe("The caller's permissions."),
	})
	.meta({ id: "Organization", description: "An organization, for its people and operators." });
export type Organization = z.infer<typeof organization>;

/** Body of `POST /api/organizations`. */
export const createOrganizationBody = z.strictObject({
	slug: z
		.string()
		.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be 1 to 63 lower-case letters, digits and hyphens, the first no hyphen")
		.meta(described("Short name for URLs and parameters: lower-case letters, digits and hyphens.", "acme")),
	name: nameWithin(1, 200).meta(described("Display name.", "Coffee shops Berlin")),
	price_cpm: z
		.strictObject({ proximity: price.default(null), audience: price.default(null) })
		.optional()
		.describe("CPM prices of designs without their own price, by type."),
	least_reach: leastReach.optional().meta({ examples: [1000] }),
	members_see: membersSee.optional(),
	embed_origins: embedOrigins.optional(),
});
export type CreateOrganization = z.infer<typeof createOrganizationBody>;

/** Body of `PATCH /api/organizations/<id>`; absent fields stay as they are. */
export const editOrganizationBody = z
	.strictObject({
		name: nameWithin(1, 200).optional().meta(described("Display name.", "Coffee shops Berlin")),
		price_cpm: z
			.strictObject({
				proximity: price.optional().meta({ examples: ["0.45"] }),
				audience: price.optional().meta({ examples: ["0.60"] }),
			})
			.optional()
			.describe("CPM prices of designs without their own price, by type; operators only."),
		second_factor_required: z
			.boolean()
			.optional()
			.describe("Whether people who sign in by password must show a second factor."),
		least_reach: leastReach.optional().meta({ examples: [1000] }),
		members_see: membersSee.optional(),
		embed_origins: embedOrigins.optional(),
	})
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditOrganization = z.infer<typeof editOrganizationBody>;

/** Parameters of `GET /api/organizations`, sorted by slug. */
export const listOrganizationsParameters = z.strictObject({
	...paging,
	q: searchQuery.describe("Every word somewhere in the slug or the name, case- and accent-insensitive.").optional(),
});
export type ListOrganizations = z.infer<typeof listOrganizationsParameters>;
