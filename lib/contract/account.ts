import { z } from "zod";
import { NAME_LENGTH, SESSION_OPENINGS } from "./constants";
import { field } from "./field";
import { nameWithin, paging } from "./parameters";
import { passkey, shownPasskey } from "./passkey";
import { newPassword, role } from "./person";
import { count, guid, text, timestamp } from "./primitives";
import { described } from "./written-as";

const secondFactor = z
	.strictObject({
		enabled: z.boolean().describe("Whether the user shows a second factor beside the password."),
		required: z.boolean().describe("Whether the organization requires one of people who sign in by password."),
		totp: z
			.strictObject({
				added_at: timestamp.describe("Time at which the app's first code was shown."),
				last_used_at: timestamp.nullable().describe("Time of the last code that was taken."),
			})
			.nullable()
			.describe("The authenticator app; null without one."),
		passkeys: z.array(passkey).describe("The passkeys, in the order in which they were added."),
		recovery_codes_left: count.describe("Number of recovery codes that were not used."),
	})
	.describe("The user's proof beside the password.");

/** The signed-in user, for themselves. */
export const account = z
	.strictObject({
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
		has_password: z.boolean().describe("Whether the user can sign in with a password."),
		second_factor: secondFactor,
		key_count: count.describe("Number of API keys that act for the user."),
		session_id: guid.describe("Id of the session of this request."),
		created_at: field.created_at,
		revision: field.revision,
	})
	.meta({ id: "Account", description: "The signed-in user, as they see themselves." });
export type Account = z.infer<typeof account>;

/** Body and answer of `PUT /api/account/guide`. */
export const guideBody = z.strictObject({
	guide: z.enum(["open", "gone"]).describe("`open`: the user has seen the steps; `gone`: they are done or hidden."),
});
export type GuideBody = z.infer<typeof guideBody>;

const personName = nameWithin(0, NAME_LENGTH);

/** Body of `PATCH /api/account`; absent fields stay as they are. */
export const editAccountBody = z
	.strictObject({
		first_name: personName.optional().meta(described("First name; may be empty.", "Dana")),
		last_name: personName.optional().meta(described("Last name; may be empty.", "Signer")),
	})
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditAccount = z.infer<typeof editAccountBody>;

/** A password as a person types it to prove their identity. */
export const typedPassword = z.string().min(1, "must not be empty").max(1_000, "is no password of the service");

/** Body of `POST /api/account/password`. */
export const changePasswordBody = z.strictObject({
	old_password: typedPassword.describe("The password until now."),
	password: newPassword.describe("The new password; it must not be the e-mail address or a common password either."),
});
export type ChangePassword = z.infer<typeof changePasswordBody>;

/** A session of the signed-in user. */
export const session = z
	.strictObject({
		id: field.id,
		current: z.boolean().describe("Whether it is the session of this request."),
		opened_by: z.enum(SESSION_OPENINGS).describe("How the user signed in."),
		second_factor: z.boolean().describe("Whether they showed a second factor, here or to their provider."),
		browser: text.describe("Browser and system in words."),
		address: text.describe("Address from which the user signed in."),
		created_at: field.created_at,
		used_at: timestamp.describe("Time of the last click or key, to five minutes."),
		ends_at: timestamp.describe("Time at which it ends, however much it is used."),
	})
	.meta({ id: "Session", description: "A browser in which the user is signed in." });
export type AccountSession = z.infer<typeof session>;

/** Parameters of `GET /api/account/sessions`. */
export const listSessionsParameters = z.strictObject(paging);

/** The number of sessions that were ended. */
export const endedSessions = z
	.strictObject({ ended: count.describe("Number of sessions that were ended.") })
	.meta({ id: "EndedSessions", description: "How many sessions were ended." });
export type EndedSessions = z.infer<typeof endedSessions>;

/** A code of an authenticator app, or a recovery code. */
const typedCode = z.string().min(1, "must not be empty").max(100, "is no code");

/** Body of `POST /api/account/confirm`. */
export const confirmSessionBody = z.strictObject({
	password: typedPassword.describe("The user's password."),
	code: typedCode.optional().describe("Code of the authenticator app or a recovery code, of users who have them."),
	passkey: shownPasskey.optional().describe("A passkey in place of a code, shown for `/api/account/confirm/passkey`."),
});
export type ConfirmSession = z.infer<typeof confirmSessionBody>;

/** A session that was confirmed. */
export const sessionConfirmed = z
	.strictObject({ confirmed_until: timestamp.describe("Time until which the session counts as confirmed.") })
	.meta({ id: "SessionConfirmed", description: "Until when a session counts as confirmed." });
export type SessionConfirmed = z.infer<typeof sessionConfirmed>;

/** Body of requests that say nothing. */
export const emptyBody = z.strictObject({});

/** The secret for an authenticator app; shown once. */
export const begunTotp = z
	.strictObject({
		secret: text.nullable().describe("Secret as text, base32; null in a replayed answer."),
		uri: text.nullable().describe("Address `otpauth://` that a QR code holds; null in a replayed answer."),
	})
	.meta({ id: "BegunAuthenticatorApp", description: "The secret for an authenticator app, shown once." });
export type BegunTotp = z.infer<typeof begunTotp>;

/** Body of `POST /api/account/totp/confirm`. */
export const addTotpBody = z.strictObject({ code: typedCode.describe("The code that the app shows now.") });

const shownCodes = {
	recovery_codes: z.array(z.string()).nullable().describe("Codes that sign in once each; shown once."),
	recovery_codes_note: text.nullable().describe("Reason that `recovery_codes` is null in a replayed answer."),
};

/** Recovery codes, shown once. */
export const recoveryCodes = z
	.strictObject(shownCodes)
	.meta({ id: "RecoveryCodes", description: "Recovery codes, shown once; null where there were some before." });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
export type TotpAdded = RecoveryCodes;
