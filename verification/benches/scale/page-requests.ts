import type { Browser } from "playwright";
import type { SignIn } from "@/verification/benches/service";
import { signedInPage } from "@/verification/benches/ui/page";
import { type Caller, type Figure, figure, get, repeat } from "./requests";

/** What the service is asked for when a page opens: its document, and what that asks for. */
type PageRequests = Readonly<Record<string, readonly string[]>>;

/** Objects whose pages are opened. */
export interface Opened {
	readonly design: string;
	readonly deployment: string;
	readonly target: string;
}

/** A page that has asked for nothing for so long has what it shows; longer where its document had all of it. */
const QUIET_MS = 500;
const FIRST_MS = 2_000;
const LONGEST_MS = 15_000;

const pagesOf = ({ design, deployment, target }: Opened): Readonly<Record<string, string>> => ({
	overview: "/",
	approvals: "/approvals",
	deployments: "/deployments",
	"deployments, a search": "/deployments?q=coffee+berl",
	"a deployment": `/deployments/${deployment}`,
	designs: "/designs",
	"designs, a search": "/designs?q=coffee+berl",
	"a design": `/designs/${design}`,
	"a design's editor": `/designs/${design}/edit`,
	builds: "/builds",
	targets: "/targets",
	"a target": `/targets/${target}`,
	inbox: "/inbox",
	sources: "/sources",
	places: "/places",
	"opt-outs": "/opt-outs",
	keys: "/keys",
	people: "/people",
	webhooks: "/webhooks",
	audit: "/audit",
	account: "/account",
});

/** What the palette asks for after a key. */
const paletteFor = (q: string) => [
	`/targeting/designs?${new URLSearchParams({ q, order: "desc", limit: "5", detail: "true" })}`,
	`/targeting/deployments?${new URLSearchParams({ q, status: "requested,activated,deactivated", limit: "5", detail: "true" })}`,
	"/api/targets?limit=500",
	`/targeting/builds?${new URLSearchParams({ q, sort: "build_date", order: "desc", limit: "3", detail: "true" })}`,
];
const TYPED = ["c", "coffee berl", "person 1"];

/** Signs in, opens every page of a caller, and notes what it asks for. */
export async function visitPages(
	browser: Browser,
	url: string,
	who: Caller["who"],
	signIn: SignIn,
	opened: Opened,
): Promise<{ caller: Caller; pages: PageRequests }> {
	const page = await signedInPage(browser, url, signIn);
	const asked = new Set<string>();
	let waiting = 0;
	let last = 0;
	const isRead = (address: URL, method: string) =>
		method === "GET" &&
		/^\/(api|targeting)\//.test(address.pathname) &&
		!/^\/api\/(events|auth|basemap\/)/.test(address.pathname);
	page.on("request", (request) => {
		const address = new URL(request.url());
		if (!isRead(address, request.method())) return;
		asked.add(`${address.pathname}${address.search}`);
		waiting += 1;
		last = performance.now();
		const end = () => {
			waiting -= 1;
			last = performance.now();
		};
		// The page may be gone before the answer.
		request.response().then(end, end);
	});
	const pages: Record<string, readonly string[]> = {};
	for (const [name, path] of Object.entries(pagesOf(opened))) {
		asked.clear();
		const until = performance.now() + LONGEST_MS;
		await page.goto(path);
		last = performance.now();
		const isAsking = () => waiting > 0 || performance.now() - last < (asked.size === 0 ? FIRST_MS : QUIET_MS);
		while (isAsking() && performance.now() < until) await page.waitForTimeout(50);
		pages[name] = [path, ...asked];
	}
	for (const q of TYPED) pages[`palette, ‘${q}’`] = paletteFor(q);
	const cookies = await page.context().cookies();
	const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
	await page.context().close();
	return { caller: { who, cookie }, pages };
}

/** Times what the service is asked for when each page opens, all at once. */
export async function timePages(
	url: string,
	caller: Caller,
	pages: PageRequests,
	milliseconds: number,
): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const [page, paths] of Object.entries(pages)) {
		const values = await repeat(() => Promise.all(paths.map((path) => get(url, caller, path))), milliseconds);
		figures.push(figure("pages", page, values, caller));
	}
	return figures;
}
