import { errors } from "openid-client";
import type { SingleSignOnProblem } from "@/lib/contract/single-sign-on";
import { wasTooLarge } from "./bounded-agent";

/** A problem between the service and the provider; the message is for the log. */
export class SingleSignOnError extends Error {
	override name = "SingleSignOnError";
	constructor(
		readonly problem: SingleSignOnProblem,
		message: string,
		options?: ErrorOptions,
	) {
		super(message, options);
	}
}

/**
 * Error codes with which a provider answers (RFC 6749, OpenID Connect Core); all others are its
 * refusal.
 */
const CODES: Readonly<Record<string, SingleSignOnProblem>> = {
	access_denied: "canceled",
	interaction_required: "canceled",
	login_required: "canceled",
	consent_required: "canceled",
	server_error: "unreachable",
	temporarily_unavailable: "unreachable",
	// The code was used already or is too old: the person went back, or was slow.
	invalid_grant: "unfinished",
	invalid_client: "misconfigured",
	unauthorized_client: "misconfigured",
	unsupported_response_type: "misconfigured",
	invalid_scope: "misconfigured",
	invalid_request: "misconfigured",
};

/** The problem of an error code that the provider gives in its answer. */
export const problemOfCode = (code: string): SingleSignOnProblem => CODES[code] ?? "refused";

/** The problem of whatever was thrown while the provider's answer was judged. */
export function problemOf(thrown: unknown): SingleSignOnProblem {
	if (thrown instanceof SingleSignOnError) return thrown.problem;
	if (thrown instanceof errors.OPError) {
		const status = thrown.response?.statusCode ?? 0;
		return status >= 500 ? "unreachable" : problemOfCode(thrown.error ?? "");
	}
	if (thrown instanceof errors.RPError) {
		// Only comparisons of times carry the time.
		if (typeof thrown.now === "number") return "clocks";
		if (/timed out/.test(thrown.message)) return "unreachable";
		return /^(state|checks\.state|nonce) (mismatch|argument)|missing from the response/.test(thrown.message)
			? "unfinished"
			: "misconfigured";
	}
	if (wasTooLarge(thrown)) return "misconfigured";
	// node:http's own errors have a code, such as ECONNREFUSED.
	if (thrown instanceof Error && "code" in thrown) return "unreachable";
	return "misconfigured";
}
