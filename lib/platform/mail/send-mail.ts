import { readFile } from "node:fs/promises";
import { rootCertificates } from "node:tls";
import { createTransport } from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import type { Service } from "@/lib/platform/service";
import { MailError, mailErrorOf } from "./mail-error";

/** A mail to one person. Its texts may hold anything: they are encoded, and line ends removed. */
export interface OutgoingMail {
	readonly to: { readonly name: string; readonly address: string };
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** Id without angle brackets; the same at every attempt. */
	readonly messageId: string;
	/** Id of the thread's first mail. */
	readonly thread?: string | undefined;
	readonly headers?: Readonly<Record<string, string>>;
}

type MailSettings = Pick<Service["settings"], "SMTP_URL" | "SMTP_CA_FILE" | "MAIL_FROM">;

/** How long a server may take for its steps, and for a mail altogether. */
export const MAIL_TIMES = { connectMs: 10_000, silentMs: 20_000, wholeMs: 60_000 };
export type MailTimes = typeof MAIL_TIMES;

/**
 * Sends a mail by `SMTP_URL` (docs/operations.md, E-mail).
 * @returns the server's answer
 * @throws MailError in words, without the server's credentials
 */
export async function sendMail(settings: MailSettings, mail: OutgoingMail, times = MAIL_TIMES): Promise<string> {
	if (settings.SMTP_URL === undefined || settings.MAIL_FROM === undefined) {
		throw new MailError("server", "mail is off: SMTP_URL is not set");
	}
	const options = parseConnectionUrl(settings.SMTP_URL);
	try {
		const transport = createTransport({
			...(await securityOf(options, settings.SMTP_CA_FILE)),
			connectionTimeout: times.connectMs,
			dnsTimeout: times.connectMs,
			greetingTimeout: times.connectMs,
			socketTimeout: times.silentMs,
			// Logs would show the credentials.
			logger: false,
			debug: false,
			disableFileAccess: true,
			disableUrlAccess: true,
		});
		try {
			const { response } = await transport.sendMail({
				...messageOf(mail, settings.MAIL_FROM),
				signal: AbortSignal.timeout(times.wholeMs),
			});
			return oneLine(response);
		} finally {
			transport.close();
		}
	} catch (thrown) {
		throw mailErrorOf(thrown, settings.SMTP_URL);
	}
}

type UrlOptions = ReturnType<typeof parseConnectionUrl>;

/**
 * Mails travel encrypted, and the server's certificate is verified. Only `ignoreTLS=true` and this
 * machine itself are exceptions.
 */
async function securityOf(options: UrlOptions, caFile: string | undefined): Promise<UrlOptions> {
	const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(options.host ?? "");
	const ignoreTLS = options.requireTLS !== true && (options.ignoreTLS ?? isHere);
	const ca = caFile === undefined ? {} : { ca: [...rootCertificates, await readFile(caFile, "utf8")] };
	return { ...options, ignoreTLS, requireTLS: !ignoreTLS, tls: { ...options.tls, ...ca } };
}

function messageOf(mail: OutgoingMail, from: string) {
	const { address } = mail.to;
	const thread = mail.thread === undefined ? {} : { inReplyTo: `<${mail.thread}>`, references: [`<${mail.thread}>`] };
	return {
		from,
		// An object, so that a name is no list of addresses.
		to: { name: oneLine(mail.to.name), address },
		subject: oneLine(mail.subject),
		text: mail.text,
		html: mail.html,
		messageId: `<${mail.messageId}>`,
		...thread,
		headers: { "Auto-Submitted": "auto-generated", ...mail.headers },
	};
}

/** A foreign text on one line of a header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
