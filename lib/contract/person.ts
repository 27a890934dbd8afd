import { z } from "zod";
import { NAME_LENGTH, PASSWORD_LENGTH, PERSON_STATUSES, ROLES } from "./constants";
import { emailAddress } from "./email-address";
import { field } from "./field";
import { nameWithin, oneOf, paging, searchQuery } from "./parameters";
import { count, digest, positive, text, timestamp } from "./primitives";
import { described } from "./written-as";

export { PASSWORD_LENGTH, PERSON_STATUSES, ROLES } from "./constants";

export const role = z.enum(ROLES);
export type PersonRole = z.infer<typeof role>;

export const personStatus = z
	.enum(PERSON_STATUSES)
	.describe(
		"`active`: signs in; `invited`: has not set a password yet; `token_only`: made by the token API, never invited; `disabled`: every way in is closed.",
	);
export type PersonStatus = z.infer<typeof personStatus>;

const contractPerson = {
	id: field.id,
	email: field.email,
	first_name: field.first_name,
	last_name: field.last_name,
	role: role.describe(
		"Role: `designer`, `administrator` of an organization and its targets, or `operator` of the service.",
	),
	org_id: field.org_id,
	org_slug: field.org_slug,
	org_name: field.org_name,
	status: personStatus,
	last_sign_in_at: timestamp.nullable().describe("Time of the last sign-in; null: never."),
	link_expires_at: timestamp.nullable().describe("Time of expiry of an open link to set a password; null without one."),
	single_sign_on: text
		.nullable()
		.describe("Issuer of the identity that this person signs in with by single sign-on; null while none is bound."),
	key_count: count.describe("Number of API keys that act for this person."),
	created_at: field.created_at,
	updated_at: field.updated_at,
	disabled_at: timestamp.nullable().describe("Time of disabling; null for an enabled account."),
	revision: field.revision,
	permissions: z
		.strictObject({
			edit: z.boolean().describe("Change the names."),
			disable: z.boolean().describe("Disable and enable."),
			sign_in_link: z.boolean().describe("Issue a link to set a password."),
			erase: z.boolean().describe("Erase name, e-mail and credentials for good."),
			roles: z.array(role).describe("Roles that the caller may assign; empty: the role cannot be changed."),
		})
		.describe("The caller's permissions on this person."),
};

/** A user who signs in or has access tokens. */
export const person = z
	.strictObject(contractPerson)
	.meta({ id: "Person", description: "A user who signs in or has access tokens." });
export type Person = z.infer<typeof person>;

/** A person with a link to set a password; the link is shown once. */
export const invitedPerson = z
	.strictObject({
		...contractPerson,
		link: text
			.nullable()
			.meta(described("Page for setting a password; shown once.", "https://service.example/welcome#s3cr3t")),
		link_note: text.nullable().describe("Reason that `link` is null."),
		mailed: z.boolean().describe("Whether the link also goes to the person by mail."),
	})
	.meta({ id: "InvitedPerson", description: "A person with a link to set a password; the link is shown once." });
export type InvitedPerson = z.infer<typeof invitedPerson>;

const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be the slug of an organization");
const personName = nameWithin(0, NAME_LENGTH);

/** Body of `POST /api/users`. */
export const createPersonBody = z.strictObject({
	email: emailAddress.describe("E-mail to sign in with; unique in the service, case-insensitive."),
	first_name: personName.default("").describe("First name; may be empty."),
	last_name: personName.default("").describe("Last name; may be empty."),
	role: role.default("designer").describe("Rights of the person; administrators cannot grant `operator`."),
	organization: slug.optional().meta(described("Slug; the caller's organization unless stated.", "acme")),
});
export type CreatePerson = z.infer<typeof createPersonBody>;

/** Body of `PATCH /api/users/<id>`; absent fields stay as they are. */
export const editPersonBody = z
	.strictObject({
		first_name: personName.optional().meta(described("First name; may be empty.", "Dana")),
		last_name: personName.optional().meta(described("Last name; may be empty.", "Signer")),
		role: role.optional().describe("Rights of the person; people cannot change their own role."),
		single_sign_on: z
			.null()
			.optional()
			.describe("`null` signs the person out and binds another identity at their next single sign-on."),
		disabled: z.boolean().optional().describe("`true` closes every way in at once, `false` opens them again."),
	})
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditPerson = z.infer<typeof editPersonBody>;

/** Body of `POST /api/users/<id>/sign-in-link`. */
export const signInLinkBody = z.strictObject({});

/** Body of `POST /api/users/<id>/erasure`. */
export const erasePersonBody = z.strictObject({
	email: emailAddress.describe("The person's e-mail once more, as an erasure cannot be undone."),
});
export type ErasePerson = z.infer<typeof erasePersonBody>;

/** The proof that a person was erased. */
export const personErasure = z
	.strictObject({
		pseudonym: text.describe("E-mail that stands for the person from now on."),
		at: timestamp.describe("When it was done."),
		accounts: positive.describe("Accounts with the e-mail, one for each organization."),
		places: z
			.array(
				z.strictObject({
					table: text.describe("Table of the database."),
					column: text.nullable().describe("Column that was rewritten; null for whole rows."),
					rows: positive.describe("Number of rows."),
				}),
			)
			.describe("Where something was found, and deleted or rewritten."),
		kept: z.array(z.string()).describe("Files that people uploaded, which keep what their owners put there."),
		digest: digest.describe("SHA-256 of the fields above as JSON, in this order; the audit has it too."),
	})
	.meta({ id: "PersonErasure", description: "The proof that a person was erased, without name and e-mail." });
export type PersonErasure = z.infer<typeof personErasure>;

/** Parameters of `GET /api/users`, sorted by e-mail. */
export const listPeopleParameters = z.strictObject({
	...paging,
	q: searchQuery.describe("Every word somewhere in the e-mail or the names, case- and accent-insensitive.").optional(),
	role: oneOf(ROLES).optional().describe("People of this role."),
	status: oneOf(PERSON_STATUSES).optional().describe("People of this status."),
	organization: slug.optional().meta(described("Slug of the people's organization.", "acme")),
});
export type ListPeople = z.infer<typeof listPeopleParameters>;

/**
 * A new password's length. Whether it equals the e-mail is checked where the person is known, and
 * whether it is a common one where the list of these is.
 */
export const newPassword = z
	.string()
	.min(PASSWORD_LENGTH.min, `must have at least ${PASSWORD_LENGTH.min} characters`)
	.max(PASSWORD_LENGTH.max, `must have at most ${PASSWORD_LENGTH.max} characters`)
	.refine((password) => new Set(password).size > 3, "must not be a few characters over and over");

/** Body of `POST /api/sign-in-links/redeem`. */
export const redeemLinkBody = z.strictObject({
	secret: z
		.string()
		.min(1, "must not be empty")
		.max(200, "is no secret of a link")
		.describe("The part after the `#` of the link."),
	password: newPassword.describe("The new password; it must not be the e-mail address or a common password either."),
});
export type RedeemLink = z.infer<typeof redeemLinkBody>;

/** The person whose password the link has set. */
export const redeemedLink = z
	.strictObject({ email: field.email })
	.meta({ id: "RedeemedSignInLink", description: "Whose password a link has set." });
export type RedeemedLink = z.infer<typeof redeemedLink>;

/** Body of `POST /api/sign-in-links`. */
export const requestLinkBody = z.strictObject({
	email: emailAddress.describe("E-mail that the person signs in with."),
});
