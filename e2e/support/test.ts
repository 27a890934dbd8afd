import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { openSession } from "@/lib/processes/server/testing/sign-in";
import type { DemoPersona } from "@/lib/tools/seed/demo-world";
import { type AgentOptions, type RunningAgent, startAgent } from "./agent";
import type { DatabaseKind } from "./postgres";
import { expectAlive, openAlive } from "./readiness";
import { type RunningService, startService, type World } from "./service";

interface TestFixtures {
	/** Messages of the browser's console that a test expects; any other error there fails it. */
	allowedBrowserErrors: RegExp[];
	/**
	 * Reports errors of a context's pages to the test. Contexts that fixtures make are watched
	 * already.
	 */
	watch: (context: BrowserContext) => void;
	/** Signs in through the page, as a person does. */
	signIn: (page: Page, persona: Pick<DemoPersona, "email" | "password">) => Promise<void>;
	/**
	 * An empty page in a browser session of its own, in which the persona is signed in: by
	 * requests, as the page of it has tests that use `signIn`.
	 */
	openPageOf: (persona: Pick<DemoPersona, "email" | "password">) => Promise<Page>;
	/** Starts an agent with a key of a target, and stops it at the end of the test. */
	startAgent: (key: string, options?: AgentOptions) => Promise<RunningAgent>;
	/** Attaches what the processes wrote to a test that failed. */
	attachOutput: Map<string, () => string>;
}

export interface WorkerFixtures {
	/** Where the service keeps its data; each database is a project of playwright.config.ts. */
	database: DatabaseKind;
	/** What the service holds when it starts. */
	world: World;
	/**
	 * A service, with the demo world unless a project wants it empty, shared by the tests of a
	 * worker until one fails: each makes designs of its own.
	 */
	service: RunningService;
}

export { expect };

/** Runs in pages: what their Content-Security-Policy forbids is an error of theirs. */
function reportPolicyViolations(): void {
	document.addEventListener("securitypolicyviolation", (event) => {
		const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber, columnNumber } = event;
		const place = `${sourceFile}:${lineNumber}:${columnNumber}`;
		reportError(new Error(`The policy's ${effectiveDirective} forbids ${blockedURI} '${sample}', ${place}`));
	});
}

const extended = base.extend<TestFixtures, WorkerFixtures>({
	database: ["embedded", { option: true, scope: "worker" }],

	world: ["demo", { option: true, scope: "worker" }],

	service: [
		async ({ database, world }, use) => {
			// Receivers of webhooks that tests start are on this machine.
			const settings = { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1", PUBLIC_HELP: `${world === "empty"}` };
			const service = await startService(database, world, { settings });
			await use(service);
			await service.stop();
		},
		{ scope: "worker" },
	],

	baseURL: async ({ service }, use) => use(service.baseUrl),

	attachOutput: [
		async ({ service }, use, testInfo) => {
			const outputs = new Map([["service", service.output]]);
			const start = service.output().length;
			await use(outputs);
			if (testInfo.status === testInfo.expectedStatus) return;
			for (const [name, output] of outputs) {
				const body = name === "service" ? output().slice(start) : output();
				await testInfo.attach(`${name}.log`, { body, contentType: "text/plain" });
			}
		},
		{ auto: true },
	],

	allowedBrowserErrors: [[], { option: true }],

	watch: async ({ allowedBrowserErrors }, use) => {
		const errors: string[] = [];
		const report = (message: string) => {
			if (!allowedBrowserErrors.some((pattern) => pattern.test(message))) errors.push(message);
		};
		await use((context) => {
			context.on("page", openAlive);
			context.on("console", (message) => {
				if (message.type() === "error") report(`${message.text()} (${message.location().url})`);
			});
			context.on("weberror", (event) => report(event.error().stack ?? String(event.error())));
			context.addInitScript(reportPolicyViolations).catch((error: unknown) => report(String(error)));
		});
		expect(errors, "errors in the browser's console").toEqual([]);
	},

	context: async ({ context, watch }, use) => {
		watch(context);
		await use(context);
	},

	signIn: async ({ baseURL }, use) => {
		await use(async (page, persona) => {
			await page.goto(`${baseURL}/signin`);
			await page.getByLabel("Email").fill(persona.email);
			await page.getByLabel("Password").fill(persona.password);
			await page.getByRole("button", { name: "Sign in" }).click();
			await expect(page.getByRole("navigation").first()).toBeVisible();
			expect(new URL(page.url()).pathname).not.toBe("/signin");
			await expectAlive(page);
		});
	},

	openPageOf: async ({ browser, service, watch }, use) => {
		const contexts: BrowserContext[] = [];
		await use(async ({ email, password }) => {
			const context = await browser.newContext({ baseURL: service.baseUrl });
			contexts.push(context);
			watch(context);
			const { cookie } = await openSession(service.baseUrl, email, password);
			const [name = "", value = ""] = cookie.split("=");
			await context.addCookies([{ name, value, url: service.baseUrl, httpOnly: true, sameSite: "Lax" }]);
			return context.newPage();
		});
		for (const context of contexts) await context.close();
	},

	startAgent: async ({ service, attachOutput }, use) => {
		const agents: RunningAgent[] = [];
		await use(async (key, options) => {
			const agent = await startAgent(service, key, options);
			agents.push(agent);
			attachOutput.set(`agent-${agents.length}`, agent.output);
			return agent;
		});
		for (const agent of agents) await agent.stop();
	},
});

/** `--repeat-each` gives each repetition a worker, and with it a world, of its own; this does not. */
const TIMES = Number(process.env.TIMES_IN_ONE_WORLD ?? "1");

function repeated(title: string, ...others: [never]): void {
	for (let time = 1; time <= TIMES; time += 1) extended(`${title}, time ${time}`, ...others);
}

/**
 * Playwright's `test` with a service, agents, people who sign in, and a browser whose errors count.
 */
export const test: typeof extended =
	TIMES === 1 ? extended : new Proxy(extended, { apply: (_target, _self, args: [string, never]) => repeated(...args) });
