import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { parseEnvironment } from "@/lib/platform/env";
import { mailSettings, startMailServer, type TestMailServer } from "@/lib/tools/testing/mail-server";
import { startSilentServer } from "@/lib/tools/testing/silent-server";
import { MailError } from "./mail-error";
import { type OutgoingMail, sendMail } from "./send-mail";

const CERTIFICATE = "lib/processes/server/testing/localhost";
const MAIL: OutgoingMail = {
	to: { name: "Ada", address: "ada@example.com" },
	subject: "A subject",
	text: "A text\n",
	html: "<p>A text</p>",
	messageId: "one@targeting.example.com",
};
const HASTY = { connectMs: 300, silentMs: 300, wholeMs: 1_000 };

describe("a mail", () => {
	let server: TestMailServer | undefined;
	afterEach(() => server?.stop());
	const start = async (options: Parameters<typeof startMailServer>[0] = {}) => {
		server = await startMailServer(options);
		return server;
	};
	const secured = () =>
		start({ key: readFileSync(`${CERTIFICATE}-key.pem`), cert: readFileSync(`${CERTIFICATE}-cert.pem`) });
	const settings = ({ port }: { port: number }, query = "", more: Record<string, string> = {}) =>
		parseEnvironment({ ...mailSettings({ port }, query), ...more });
	const failure = (sending: Promise<unknown>) =>
		sending.then(
			() => null,
			(thrown) => (thrown instanceof MailError ? `${thrown.fault}: ${thrown.message}` : thrown),
		);

	test("arrives with its headers", async () => {
		const { port, mails } = await start();
		const headers = { "List-Unsubscribe": "<https://targeting.example.com/x>" };
		await sendMail(settings({ port }), { ...MAIL, thread: "deployment.1@targeting.example.com", headers });
		expect(mails).toHaveLength(1);
		const [mail] = mails;
		expect(mail).toMatchObject({
			recipients: ["ada@example.com"],
			from: { name: "Targeting", address: "targeting@example.com" },
			to: [{ name: "Ada", address: "ada@example.com" }],
			subject: "A subject",
			messageId: "<one@targeting.example.com>",
			inReplyTo: "<deployment.1@targeting.example.com>",
			references: "<deployment.1@targeting.example.com>",
		});
		expect(mail?.header("auto-submitted")).toBe("auto-generated");
		expect(mail?.header("list-unsubscribe")).toBe("<https://targeting.example.com/x>");
	});

	test("keeps its headers whatever its texts hold", async () => {
		const { port, take } = await start();
		const evil =
			'Eve"\r\nBcc: all@example.com\r\nX-Evil: 1\r\n\r\nbody, mallory@example.com <m@example.com>; \u2028x\0';
		await sendMail(settings({ port }), { ...MAIL, subject: evil, to: { name: evil, address: "ada@example.com" } });
		const [mail] = take();
		expect(mail?.recipients).toEqual(["ada@example.com"]);
		expect(mail?.to).toEqual([{ name: expect.stringContaining("mallory@example.com"), address: "ada@example.com" }]);
		expect(mail?.header("bcc")).toBeUndefined();
		expect(mail?.header("x-evil")).toBeUndefined();
		expect(mail?.subject).toContain("Bcc: all@example.com X-Evil: 1 body");
	});

	test("goes encrypted to a server whose certificate a private authority signed", async () => {
		const { port, mails } = await secured();
		const url = "?requireTLS=true";
		expect(await failure(sendMail(settings({ port }, url), MAIL))).toMatch(
			/^server: the connection to the mail server 127\.0\.0\.1:\d+ could not be secured: .*certificate/,
		);
		expect(mails).toEqual([]);
		await sendMail(settings({ port }, url, { SMTP_CA_FILE: `${CERTIFICATE}-cert.pem` }), MAIL);
		expect(mails.map(({ secure }) => secure)).toEqual([true]);
	});

	test("goes to no server that offers no encryption, unless the URL or the place allows it", async () => {
		const { port, mails } = await start();
		expect(await failure(sendMail(settings({ port }, "?requireTLS=true"), MAIL))).toMatch(/^server: .*secured/);
		await sendMail(settings({ port }), MAIL);
		await sendMail(settings({ port }, "?ignoreTLS=true"), MAIL);
		expect(mails).toHaveLength(2);
	});

	test("that fails is explained without the credentials", async () => {
		const { port } = await start({
			authOptional: false,
			onAuth: ({ username, password }, _, callback) => callback(new Error(`bad ${username} ${password}`)),
		});
		const withPassword = parseEnvironment({
			...mailSettings({ port }),
			SMTP_URL: `smtp://ada:s3cr%25t-word@127.0.0.1:${port}`,
		});
		const explained = await failure(sendMail(withPassword, MAIL));
		expect(explained).toMatch(/^server: the mail server 127\.0\.0\.1:\d+ refused the sign-in: .*535/);
		expect(explained).not.toMatch(/s3cr|czNjc/);
		expect(await failure(sendMail(settings({ port: 1 }), MAIL))).toMatch(
			/^server: the mail server 127\.0\.0\.1:1 could not be reached: .*ECONNREFUSED/,
		);
	});

	test.each([
		["onRcptTo", 550, "recipient: the mail server refused the recipient: 550 no"],
		["onRcptTo", 450, "later: the mail server refused the recipient: 450 no"],
		["onData", 554, "recipient: the mail server refused the mail: 554 no"],
		["onMailFrom", 550, "server: the mail server refused MAIL_FROM: 550 no"],
		["onConnect", 421, /^server: the mail server 127\.0\.0\.1:\d+ refused: .*421.*no/],
	] as const)("whose %s is answered %s names whose fault it is", async (step, responseCode, expected) => {
		const no = Object.assign(new Error("no"), { responseCode });
		const refuse = (...given: unknown[]) => {
			const [stream] = given as [{ resume?: () => void }];
			stream.resume?.();
			(given.at(-1) as (error: Error) => void)(no);
		};
		const { port } = await start({ [step]: refuse });
		const explained = await failure(sendMail(settings({ port }), MAIL));
		if (typeof expected === "string") expect(explained).toBe(expected);
		else expect(explained).toMatch(expected);
	});

	test("waits for no server that is silent, or goes on for ever", async () => {
		const silent = await startSilentServer();
		const port = Number(silent.at.split(":")[1]);
		expect(await failure(sendMail(settings({ port }), MAIL, HASTY))).toMatch(/^server: .*did not answer in time$/);
		silent.stop();
		const slow = await start({ onData: (stream) => void stream.resume() });
		expect(await failure(sendMail(settings(slow), MAIL, HASTY))).toMatch(/^server: .*did not answer in time$/);
	});
});

test("mail is off, or whole", () => {
	const url = { SMTP_URL: "smtp://mail.example.com" };
	const refused = (source: Record<string, string>) => {
		try {
			parseEnvironment(source);
			return null;
		} catch (thrown) {
			return (thrown as Error).message;
		}
	};
	expect(refused({})).toBe(null);
	expect(refused(url)).toMatch(/needs MAIL_FROM/);
	expect(refused({ ...url, MAIL_FROM: "a@example.com" })).toMatch(/needs PUBLIC_URL/);
	const whole = { ...url, PUBLIC_URL: "https://t.example.com" };
	expect(refused({ ...whole, MAIL_FROM: "Targeting Service <a@example.com>" })).toBe(null);
	for (const from of [
		"nobody",
		"a@example.com, b@example.com",
		"X <a@example.com",
		"a@example.com>",
		"A\r\nBcc: x <a@example.com>",
	]) {
		expect(refused({ ...whole, MAIL_FROM: from })).toMatch(/MAIL_FROM must be/);
	}
	expect(refused({ ...whole, SMTP_URL: "https://user:hidden@x", MAIL_FROM: "a@example.com" })).toMatch(
		/^the environment is not usable: SMTP_URL must be an address such as smtp:\S+$/,
	);
});
