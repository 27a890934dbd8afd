import { z } from "zod";
import { field } from "./field";
import { guidParameter, keyText, paging } from "./parameters";
import { text } from "./primitives";
import { described } from "./written-as";

/** A granted collaborator; `edit` includes `view`. */
export const newCollaborator = z
	.strictObject({
		type: z.enum(["user", "org"]).describe("`user` or `organization`."),
		id: guidParameter.describe("Id of the user or organization."),
		permissions: z
			.strictObject({
				view: z.boolean().default(true).describe("See it."),
				edit: z.boolean().default(false).describe("Change it."),
			})
			.refine(({ view, edit }) => view || edit, "must grant 'view' or 'edit'; leave the collaborator out otherwise")
			.describe("Permissions of the collaborator."),
	})
	.meta({ id: "NewCollaborator", description: "A granted collaborator; `edit` includes `view`." });
export type NewCollaborator = z.infer<typeof newCollaborator>;

/** Body of `PUT /api/designs/<id>/collaborators`, which replaces the whole list. */
export const shareDesignBody = z.strictObject({
	collaborators: z
		.array(newCollaborator)
		.max(500)
		.describe("The complete list of collaborators; replaces the current one; empty: not shared."),
});
export type ShareDesign = z.infer<typeof shareDesignBody>;

/** A visibility tag; a comma would split it in the filter `visibility`. */
export const visibilityTag = keyText(1, 64).regex(/^[^,\p{Cc}]*$/u, "must not hold commas or control characters");

/** Body of `PUT /api/designs/<id>/visibility`, which replaces all tags. */
export const designVisibilityBody = z.strictObject({
	tags: z
		.array(visibilityTag)
		.max(50)
		.meta(
			described(
				"The complete list of visibility tags; replaces the current one; accents are composed (NFC), invisible characters dropped.",
				["retail"],
			),
		),
});
export type DesignVisibility = z.infer<typeof designVisibilityBody>;

/** Parameters of `GET /api/directory`. */
export const directoryParameters = z.strictObject({
	...paging,
	q: z
		.string()
		.max(200, "must have at most 200 characters")
		.transform((value) => value.trim())
		.default("")
		.describe(
			"Every word somewhere in the name or e-mail, case- and accent-insensitive, in one's own organization; elsewhere the exact e-mail or organization slug.",
		),
});
export type DirectoryQuery = z.infer<typeof directoryParameters>;

/** A user or organization to share with. */
export const directoryEntry = z
	.strictObject({
		type: z.enum(["user", "org"]).describe("`user` or `organization`."),
		id: field.user_or_organization_id,
		label: text.meta(described("E-mail of a person, name of an organization.", "Nightly export")),
		name: text
			.nullable()
			.meta(described("First and last name of a person; null where unknown.", "Coffee shops Berlin")),
		organization: z
			.strictObject({ id: field.user_or_organization_id, slug: field.slug, name: field.name_of_organization })
			.describe("The person's organization, or the organization itself."),
		own_organization: z.boolean().describe("Whether it is, or belongs to, the caller's organization."),
	})
	.meta({ id: "DirectoryEntry", description: "A user or organization to share with." });
export type DirectoryEntry = z.infer<typeof directoryEntry>;
