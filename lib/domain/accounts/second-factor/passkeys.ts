import {
	generateAuthenticationOptions,
	generateRegistrationOptions,
	verifyAuthenticationResponse,
	verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
import type { MadePasskey, PasskeyOptions, ShownPasskey } from "@/lib/contract/passkey";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Service, Transaction } from "@/lib/platform/service";
import { CHALLENGE_MS, type ChallengeBinding, isChallenge, newChallenge, takeChallenge } from "./challenge";

const NAME = "Targeting Service";

/** The service as browsers name it to authenticators: a host name, and the origin of its pages. */
export interface RelyingParty {
	readonly id: string;
	readonly origin: string;
}

/** An authenticator's answer, with the challenge that it must answer. */
export interface PasskeyAnswer {
	readonly passkey: ShownPasskey;
	readonly party: RelyingParty;
	readonly binding: ChallengeBinding;
}

/**
 * The options for creating a passkey. They name the user's other passkeys, so that browsers do not
 * create a second one on the same device.
 */
export async function registrationOptions(
	service: Service,
	tx: Transaction,
	user: { id: string; email: string; name: string },
	party: RelyingParty,
	binding: ChallengeBinding,
): Promise<PasskeyOptions> {
	const options = await generateRegistrationOptions({
		rpName: NAME,
		rpID: party.id,
		userName: user.email,
		userDisplayName: user.name,
		userID: new Uint8Array(Buffer.from(user.id.replaceAll("-", ""), "hex")),
		challenge: newChallenge(service, binding),
		timeout: CHALLENGE_MS,
		excludeCredentials: await credentialsOf(tx, user.id),
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
	});
	return { options: { ...options } };
}

/**
 * The options for showing a passkey.
 * @param userId whose passkeys the options name; null names none, as at sign-in, where they would
 *   reveal an account (docs/decisions/0301)
 */
export async function authenticationOptions(
	service: Service,
	userId: string | null,
	party: RelyingParty,
	binding: ChallengeBinding,
): Promise<PasskeyOptions> {
	const options = await generateAuthenticationOptions({
		rpID: party.id,
		challenge: newChallenge(service, binding),
		timeout: CHALLENGE_MS,
		userVerification: "required",
		...(userId === null ? {} : { allowCredentials: await credentialsOf(service.prisma, userId) }),
	});
	return { options: { ...options } };
}

async function credentialsOf(tx: Transaction, userId: string): Promise<{ id: string; transports: string[] }[]> {
	const passkeys = await tx.passkey.findMany({ where: { user_id: userId }, orderBy: { created_at: "asc" } });
	return passkeys.map(({ credential_id: id, transports }) => ({ id, transports }));
}

/** A passkey as it is stored. */
export interface VerifiedPasskey {
	readonly credential_id: string;
	readonly public_key: Uint8Array<ArrayBuffer>;
	readonly counter: number;
	readonly transports: string[];
}

/** Verifies a passkey that was made, and takes its challenge; null: it is none for this request. */
export async function takeMadePasskey(
	service: Service,
	tx: Transaction,
	response: MadePasskey,
	party: RelyingParty,
	binding: ChallengeBinding,
): Promise<VerifiedPasskey | null> {
	const verified = await orNull(async () => {
		if (isAttested(response)) return null;
		return verifyRegistrationResponse({ response, ...expected(service, party, binding) });
	});
	if (verified?.verified !== true) return null;
	if (!(await takeChallenge(service, tx, challengeOf(response)))) return null;
	const { id, publicKey, counter } = verified.registrationInfo.credential;
	return { credential_id: id, public_key: publicKey, counter, transports: response.response.transports };
}

/**
 * Takes a passkey of a user as a second factor: of this service, this request, and used once.
 * A counter that goes back is a copy's, and audited.
 */
export async function takePasskey(
	service: Service,
	tx: Transaction,
	userId: string,
	{ passkey: response, party, binding }: PasskeyAnswer,
): Promise<boolean> {
	const passkey = await tx.passkey.findFirst({ where: { user_id: userId, credential_id: response.id } });
	if (passkey === null) return false;
	const { id, credential_id: credentialId, public_key: publicKey, name } = passkey;
	// The counter is compared below, after the signature, and where concurrent uses meet.
	const credential = { id: credentialId, publicKey, counter: 0 };
	const verified = await orNull(() =>
		verifyAuthenticationResponse({ response, credential, ...expected(service, party, binding) }),
	);
	if (verified?.verified !== true) return false;
	if (!(await takeChallenge(service, tx, challengeOf(response)))) return false;
	const counter = verified.authenticationInfo.newCounter;
	const { count } = await tx.passkey.updateMany({
		where: { id, OR: [{ counter: { lt: counter } }, ...(counter === 0 ? [{ counter: 0 }] : [])] },
		data: { counter, used_at: service.now() },
	});
	if (count > 0) return true;
	const { organization_id: organizationId } = await tx.user.findUniqueOrThrow({
		where: { id: userId },
		select: { organization_id: true },
	});
	await recordEvent(
		service,
		tx,
		{ system: "sign-in" },
		{
			action: "refuse_passkey",
			object_type: "user",
			object_id: userId,
			organization_id: organizationId,
			reason: "its signature counter did not increase: it may be a copy",
			detail: { name },
		},
	);
	return false;
}

function expected(service: Service, party: RelyingParty, binding: ChallengeBinding) {
	return {
		expectedChallenge: (challenge: string) => isChallenge(service, binding, challenge),
		expectedOrigin: party.origin,
		expectedRPID: party.id,
		requireUserVerification: true,
	};
}

/**
 * Whether a maker's certificates come with a passkey. The options request none, and the library
 * would fetch revocation lists from addresses in them.
 */
function isAttested({ response: { attestationObject } }: MadePasskey): boolean {
	const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
	const format = decoded.get("fmt");
	return format !== "none" && (format !== "packed" || decoded.get("attStmt").get("x5c") !== undefined);
}

const challengeOf = ({ response }: MadePasskey | ShownPasskey) =>
	decodeClientDataJSON(response.clientDataJSON).challenge;

/** The library throws for whatever is wrong with an answer. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
	try {
		return await verify();
	} catch {
		return null;
	}
}
