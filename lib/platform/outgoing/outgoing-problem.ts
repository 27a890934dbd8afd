/** Why a message could not be sent, in words for the person that chose its address. */
export class OutgoingProblem extends Error {
	override name = "OutgoingProblem";
}

const WORDS: Readonly<Record<string, string>> = {
	ECONNREFUSED: "the connection was refused",
	ECONNRESET: "the connection was closed before an answer",
	EPIPE: "the connection was closed before an answer",
	ENOTFOUND: "the host is not known",
	EAI_AGAIN: "the host could not be looked up",
	EHOSTUNREACH: "the host cannot be reached",
	ENETUNREACH: "the host's network cannot be reached",
	ETIMEDOUT: "the host did not answer",
	EPROTO: "the host does not speak TLS there",
	DEPTH_ZERO_SELF_SIGNED_CERT: "the host's certificate is self-signed",
	SELF_SIGNED_CERT_IN_CHAIN: "the host's certificate has an unknown issuer",
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the host's certificate has an unknown issuer",
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the host's certificate has an unknown issuer",
	CERT_HAS_EXPIRED: "the host's certificate has expired",
	ERR_TLS_CERT_ALTNAME_INVALID: "the host's certificate is for another name",
};

/** The problem in words; of other errors their code alone, as their text may hold the address. */
export function problemOf(thrown: unknown): OutgoingProblem {
	if (thrown instanceof OutgoingProblem) return thrown;
	const code = codeOf(thrown);
	if (/^HPE_/.test(code)) return new OutgoingProblem("the answer is not HTTP");
	return new OutgoingProblem(WORDS[code] ?? `the message could not be sent${code === "" ? "" : ` (${code})`}`);
}

/** Whether a time limit ended it. */
export const isOutOfTime = (thrown: unknown) => thrown instanceof Error && thrown.name === "TimeoutError";

/** Of several addresses that failed, the code of the first. */
function codeOf(thrown: unknown): string {
	if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0]);
	const code = thrown instanceof Error ? Reflect.get(thrown, "code") : undefined;
	return typeof code === "string" ? code : "";
}
