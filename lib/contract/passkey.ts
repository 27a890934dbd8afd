import { z } from "zod";
import { NAME_LENGTH } from "./constants";
import { field } from "./field";
import { nameWithin } from "./parameters";
import { timestamp } from "./primitives";
import { described } from "./written-as";

const MOST_CHARACTERS = 20_000;
const encoded = z.string().min(1, "must not be empty").max(MOST_CHARACTERS, "is longer than any passkey has it");
const credentialId = encoded.max(2_000, "is longer than any passkey has it").describe("Id of the passkey, base64url.");
const clientDataJSON = encoded.describe("The browser's data about the request, base64url.");
const common = {
	id: credentialId,
	rawId: credentialId,
	type: z.literal("public-key").describe("Always `public-key`."),
	clientExtensionResults: z.looseObject({}).default({}).describe("Extensions of the browser; not looked at."),
};

/** A browser's answer for a new passkey: WebAuthn's `RegistrationResponseJSON`. */
export const madePasskey = z
	.looseObject({
		...common,
		response: z
			.looseObject({
				clientDataJSON,
				attestationObject: encoded.describe("The passkey's public key, base64url."),
				transports: z
					.array(z.string().max(40, "is no transport"))
					.max(10, "has more entries than there are transports")
					.default([])
					.describe("How the browser reaches the authenticator."),
			})
			.describe("The authenticator's answer."),
	})
	.describe("WebAuthn's `RegistrationResponseJSON`.");
export type MadePasskey = z.infer<typeof madePasskey>;

/** A browser's answer for a used passkey: WebAuthn's `AuthenticationResponseJSON`. */
export const shownPasskey = z
	.looseObject({
		...common,
		response: z
			.looseObject({
				clientDataJSON,
				authenticatorData: encoded.describe("The authenticator's data, base64url."),
				signature: encoded.describe("The passkey's signature of both, base64url."),
			})
			.describe("The authenticator's answer."),
	})
	.describe("WebAuthn's `AuthenticationResponseJSON`.");
export type ShownPasskey = z.infer<typeof shownPasskey>;

/** Options for a browser's request to an authenticator. */
export const passkeyOptions = z
	.strictObject({
		options: z
			.record(z.string(), z.unknown())
			.describe("WebAuthn's options as JSON, for the browser; their challenge is good for 5 minutes, once."),
	})
	.meta({ id: "PasskeyOptions", description: "Options for a browser's request to an authenticator." });
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

const passkeyName = nameWithin(1, NAME_LENGTH).describe("Name by which the user recognizes the passkey.");

/** Body of `POST /api/account/passkeys`. */
export const addPasskeyBody = z.strictObject({
	name: passkeyName.meta({ examples: ["Coffee shops Berlin"] }),
	response: madePasskey,
});
export type AddPasskey = z.infer<typeof addPasskeyBody>;

/** Body of `PATCH /api/account/passkeys/<id>`. */
export const renamePasskeyBody = z.strictObject({ name: passkeyName.meta({ examples: ["Coffee shops Berlin"] }) });

/** Body of `POST /api/passkey-sign-in`. */
export const passkeySignInBody = z.strictObject({
	email: z
		.string()
		.min(1, "must not be empty")
		.max(254, "is no e-mail address")
		.meta(described("E-mail of the sign-in.", "designer@acme.example")),
});

/** A passkey of the signed-in user. */
export const passkey = z
	.strictObject({
		id: field.id,
		name: passkeyName.meta({ examples: ["Coffee shops Berlin"] }),
		added_at: timestamp.describe("Time at which it was added."),
		last_used_at: timestamp.nullable().describe("Time of its last use; null before the first one."),
	})
	.meta({ id: "Passkey", description: "A passkey of the signed-in user." });
export type Passkey = z.infer<typeof passkey>;
