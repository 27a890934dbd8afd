import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as the server took it. */
export interface ReceivedMail extends Email {
	/** The envelope's recipients. */
	readonly recipients: readonly string[];
	/** As it came. */
	readonly source: string;
	/** Whether it came encrypted. */
	readonly secure: boolean;
	header(name: string): string | undefined;
}

/** A real SMTP server that keeps what it takes. */
export interface TestMailServer {
	readonly port: number;
	readonly mails: ReceivedMail[];
	/** Takes out what came, oldest first. */
	take(): ReceivedMail[];
	stop(): Promise<void>;
}

/** Starts a mail server on this machine; without options it takes everything. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<TestMailServer> {
	const mails: ReceivedMail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: options.key === undefined ? ["STARTTLS"] : [],
		hideSTARTTLS: options.key === undefined,
		disableReverseLookup: true,
		closeTimeout: 100,
		logger: false,
		async onData(stream, session, callback) {
			const chunks: Buffer[] = [];
			for await (const chunk of stream) chunks.push(Buffer.from(chunk));
			const source = Buffer.concat(chunks);
			const mail = await PostalMime.parse(source);
			mails.push({
				...mail,
				recipients: session.envelope.rcptTo.map(({ address }) => address),
				source: source.toString(),
				secure: session.secure,
				header: (name) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value,
			});
			callback(null, "taken");
		},
		...options,
	});
	server.on("error", () => undefined);
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	return {
		port: (server.server.address() as AddressInfo).port,
		mails,
		take: () => mails.splice(0),
		stop: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

/** The settings of a service that sends mails by the server. */
export const mailSettings = ({ port }: Pick<TestMailServer, "port">, query = ""): Record<string, string> => ({
	SMTP_URL: `smtp://127.0.0.1:${port}${query}`,
	MAIL_FROM: "Targeting <targeting@example.com>",
	PUBLIC_URL: "https://targeting.example.com",
});
