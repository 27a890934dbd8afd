import type { MadePasskey, PasskeyOptions, ShownPasskey } from "@/lib/contract/passkey";
import { send } from "./api";
import { NetworkError, PasskeyError } from "./api-error";

type Library = typeof import("@simplewebauthn/browser");
type MakeOptions = Parameters<Library["startRegistration"]>[0]["optionsJSON"];
type ShowOptions = Parameters<Library["startAuthentication"]>[0]["optionsJSON"];

/** Has the browser make a passkey for the user's account. */
export const makePasskey = () =>
	ask(send("POST /api/account/passkeys/begin"), async ({ startRegistration }, options) => {
		// The service makes the options for this library, and takes what it gives.
		const made: object = await startRegistration({ optionsJSON: options as unknown as MakeOptions });
		return made as MadePasskey;
	});

/** Has the browser show a passkey beside the password of an e-mail. */
export const showPasskeyToSignIn = (email: string) => show(send("POST /api/passkey-sign-in", { body: { email } }));

/** Has the browser show a passkey of the user's account, to confirm the session. */
export const showPasskeyToConfirm = () => show(send("POST /api/account/confirm/passkey"));

const show = (begun: Promise<PasskeyOptions>) =>
	ask(begun, async ({ startAuthentication }, options) => {
		// The same.
		const shown: object = await startAuthentication({ optionsJSON: options as unknown as ShowOptions });
		return shown as ShownPasskey;
	});

/**
 * Runs a step of WebAuthn with the service's options. Its library comes with the first passkey, not
 * with a page.
 * @throws PasskeyError with a sentence for the user; ApiError and NetworkError
 */
async function ask<T>(
	begun: Promise<PasskeyOptions>,
	run: (library: Library, options: PasskeyOptions["options"]) => Promise<T>,
): Promise<T> {
	const loaded = import("@simplewebauthn/browser").catch((cause: unknown) => {
		throw new NetworkError({ cause });
	});
	const [library, { options }] = await Promise.all([loaded, begun]);
	if (!library.browserSupportsWebAuthn()) {
		throw new PasskeyError("This browser doesn't support passkeys here. Use another browser, or a code.");
	}
	try {
		return await run(library, options);
	} catch (cause) {
		throw new PasskeyError(explain(cause), { cause });
	}
}

/** The sentence for an error of WebAuthn, which says little on purpose. */
export function explain(cause: unknown): string {
	switch (cause instanceof Error ? cause.name : "") {
		case "NotAllowedError":
		case "AbortError":
			return "No passkey was used. You canceled it, it took too long, or this device has none for your account.";
		case "InvalidStateError":
			return "This device already has a passkey for your account.";
		case "ConstraintError":
		case "NotSupportedError":
			return "This device can't keep a passkey that checks who you are. Use another device.";
		case "SecurityError":
			return "Passkeys don't work at this address. Open the service at its usual address.";
		default:
			return "The passkey couldn't be read. Try again, or use another device.";
	}
}
