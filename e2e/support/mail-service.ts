import type { Page } from "@playwright/test";
import { mailSettings, type ReceivedMail, startMailServer, type TestMailServer } from "@/lib/tools/testing/mail-server";
import { freePort } from "./free-port";
import { type RunningService, startService } from "./service";
import { expect } from "./test";

/** A service that sends mails by a server of the test's own, and links to itself in them. */
export interface MailService {
	readonly service: RunningService;
	readonly server: TestMailServer;
	/** The next mail to an address, whose subject has some words. */
	mailTo(address: string, words?: string): Promise<ReceivedMail>;
	/** The first link in a mail to a path of the service, or a longer one. */
	linkIn(mail: ReceivedMail, path: string): string;
	/** Signs in on the page that is open. */
	signInAbove(page: Page, person: { email: string; password: string }): Promise<void>;
	stop(): Promise<void>;
}

/** Starts a mail server, and the service with the demo world beside it. */
export async function startMailService(settings: Record<string, string> = {}): Promise<MailService> {
	const server = await startMailServer();
	const port = await freePort();
	const own = { ...mailSettings(server), PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, ...settings };
	const service = await startService("embedded", "demo", { settings: own });
	return {
		service,
		server,
		async mailTo(address, words = "") {
			const find = () =>
				server.mails.findIndex(
					({ recipients, subject }) => recipients.includes(address) && (subject ?? "").includes(words),
				);
			await expect.poll(find).toBeGreaterThanOrEqual(0);
			const [mail] = server.mails.splice(find(), 1);
			if (mail === undefined) throw new Error("The mail was taken twice.");
			return mail;
		},
		linkIn: ({ text }, path) => new RegExp(`${service.baseUrl}${path}\\S*`).exec(text ?? "")?.[0] ?? "",
		async signInAbove(page, { email, password }) {
			await page.getByLabel("Email").fill(email);
			await page.getByLabel("Password").fill(password);
			await page.getByRole("button", { name: "Sign in", exact: true }).click();
			await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
		},
		async stop() {
			await service.stop();
			await server.stop();
		},
	};
}
