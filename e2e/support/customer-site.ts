import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { transform } from "esbuild";
import { projectPath } from "@/lib/platform/project-path";
import { type Receiver, startReceiver } from "@/lib/tools/testing/receiver";

/** What the site's page has asked and heard of the element, in order; in the page. */
interface Site {
	asked: number;
	heard: { type: string; detail: Record<string, unknown> }[];
	/** What a page of another origin was told, whose message was none of this site's. */
	strange: Record<string, unknown>[];
}
type Themed = HTMLElement & { applyTheme(): void };
declare global {
	interface Window {
		site: Site;
	}
}

/** What `/token` of the site answers, in this order; the last one again. */
export type Grants = readonly (() => { token: string; expiration: number })[];

const page = (attributes: string, strangerUrl: string | undefined) => `<!doctype html><title>Site of a customer</title>
<style>html, body { margin: 0 } targeting-designer { height: 100vh; --targeting-accent: #0b7a4b }</style>
<script>
	window.site = { asked: 0, heard: [], strange: [] };
	addEventListener("message", ({ data }) => data.strange && site.strange.push(data.strange));
	for (const type of ["ready", "saved", "requested", "built", "expired", "refused"]) {
		addEventListener(type, ({ detail }) => site.heard.push({ type, detail }));
	}
</script>
<script type="module">
	import "/designer.js";
	document.querySelector("targeting-designer").token = async () => (site.asked += 1, (await fetch("/token")).json());
</script>
<targeting-designer ${attributes}></targeting-designer>
${strangerUrl === undefined ? "" : `<iframe title="Stranger" src="${strangerUrl}/stranger"></iframe>`}`;

/** Speaks to the frame of the site around it, as that site would, once it is told to. */
const STRANGER = `<!doctype html><script>
	const token = { source: "targeting-designer", type: "token", token: "forged", expiration: 4e9 };
	addEventListener("message", ({ data }) => {
		if (data !== "speak") return parent.postMessage({ strange: data }, "*");
		for (let at = 0; at < parent.length; at += 1) if (parent[at] !== self) parent[at].postMessage(token, "*");
	});
</script>`;

/** A site of a customer at an origin of its own, whose page has the element of the client. */
export interface CustomerSite extends Pick<Receiver, "url" | "stop"> {
	grants: Grants;
	/** Attributes of the element. */
	attributes: string;
	/** A site whose page lies beside the element, and sends it tokens. */
	stranger: CustomerSite | undefined;
}

export async function startCustomerSite(): Promise<CustomerSite> {
	const source = await readFile(projectPath("clients", "typescript", "src", "designer.ts"), "utf8");
	const { code } = await transform(source, { loader: "ts", target: "es2022" });
	const receiver = await startReceiver();
	let granted = 0;
	const site: CustomerSite = {
		url: receiver.url,
		stop: receiver.stop,
		grants: [],
		attributes: "",
		stranger: undefined,
	};
	const answers: Record<string, () => [type: string, body: string]> = {
		"/": () => {
			granted = 0;
			return ["text/html", page(site.attributes, site.stranger?.url)];
		},
		"/stranger": () => ["text/html", STRANGER],
		"/designer.js": () => ["text/javascript", code],
		"/token": () => {
			const grant = site.grants[Math.min(granted, site.grants.length - 1)]?.();
			granted += 1;
			return ["application/json", JSON.stringify(grant)];
		},
	};
	receiver.answer = (response, { path }) => {
		const [type, body] = answers[path]?.() ?? ["text/plain", ""];
		response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` }).end(body);
	};
	return site;
}

/** Has the stranger beside the element speak to it. */
export const letStrangerSpeak = (page: Page) =>
	page.evaluate(() => {
		for (let at = 0; at < window.length; at += 1) window[at]?.postMessage("speak", "*");
	});

/** What the site's page has heard. */
export const heardBy = (page: Page) => page.evaluate(() => window.site);

/** Has the element send its colors, as with each new token, and waits until its frame has taken them. */
export async function sendThemeAgain(page: Page): Promise<void> {
	const frame = page.frames()[1];
	await frame?.evaluate(() => {
		addEventListener("message", () => document.body.setAttribute("data-themed", ""), { once: true });
	});
	await page.evaluate(() => document.querySelector<Themed>("targeting-designer")?.applyTheme());
	await frame?.waitForSelector("[data-themed]", { state: "attached" });
}
