/** A request error: status, one sentence, and extra headers. */
export class RequestError extends Error {
	override name = "RequestError";
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;

	constructor(status: number, sentence: string, headers: Readonly<Record<string, string>> = {}) {
		super(sentence);
		this.status = status;
		this.headers = headers;
	}
}
