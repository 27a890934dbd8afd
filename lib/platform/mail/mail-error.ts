/**
 * The scope of a failure. `recipient`: this mail alone, for good; `later`: this mail alone, which
 * the server may take later; `server`: all mails.
 */
export type MailFault = "recipient" | "later" | "server";

/** A mail that was not sent, in one sentence without the server's credentials. */
export class MailError extends Error {
	override name = "MailError";
	constructor(
		readonly fault: MailFault,
		message: string,
	) {
		super(message);
	}
}

/** The safe fields of the library's errors; the others may hold credentials. */
interface Thrown {
	readonly code?: string;
	readonly message?: string;
	readonly responseCode?: number;
	readonly response?: string;
	readonly command?: string;
	readonly cause?: unknown;
}

/** The failure of a mail in words. */
export function mailErrorOf(thrown: unknown, smtpUrl: string): MailError {
	if (thrown instanceof MailError) return thrown;
	const error: Thrown = thrown instanceof Error ? thrown : {};
	const server = new URL(smtpUrl);
	const words = wordsOf(error, server.host);
	return new MailError(faultOf(error), withoutCredentials(words, server));
}

function faultOf({ responseCode = 0, command = "" }: Thrown): MailFault {
	const isAboutMail = /^(RCPT TO|DATA)$/.test(command);
	if (!isAboutMail || responseCode < 400) return "server";
	// Too much for now, for any recipient.
	if (responseCode === 421) return "server";
	return responseCode >= 500 ? "recipient" : "later";
}

function wordsOf({ code, command, message = "", response, responseCode }: Thrown, host: string): string {
	const answer = tidy(response ?? message);
	if (responseCode !== undefined && command === "RCPT TO") return `the mail server refused the recipient: ${answer}`;
	if (responseCode !== undefined && command === "MAIL FROM") return `the mail server refused MAIL_FROM: ${answer}`;
	if (responseCode !== undefined && command === "DATA") return `the mail server refused the mail: ${answer}`;
	if (code === "EAUTH" || code === "ENOAUTH") return `the mail server ${host} refused the sign-in: ${answer}`;
	if (code === "ETLS" || /certificate|self.signed/i.test(message)) {
		return `the connection to the mail server ${host} could not be secured: ${answer}`;
	}
	if (code === "ETIMEDOUT" || code === "EABORT") return `the mail server ${host} did not answer in time`;
	if (code === "EDNS") return `the mail server ${host} was not found: ${answer}`;
	if (responseCode !== undefined) return `the mail server ${host} refused: ${answer}`;
	return `the mail server ${host} could not be reached: ${answer}`;
}

/** A server's answer on one line. */
const tidy = (text: string): string =>
	text
		.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
		.trim()
		.slice(0, 300);

/** Servers may repeat the credentials that they received. */
function withoutCredentials(text: string, { username, password }: URL): string {
	const [user, secret] = [decoded(username), decoded(password)];
	const base64 = (value: string) => Buffer.from(value).toString("base64");
	const hidden = [secret, password, base64(secret), base64(`\0${user}\0${secret}`)].filter(({ length }) => length > 3);
	return secret === "" ? text : hidden.reduce((rest, each) => rest.replaceAll(each, "(hidden)"), text);
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}
