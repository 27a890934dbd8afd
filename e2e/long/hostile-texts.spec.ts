import { readdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { MARK, RAW } from "@/lib/tools/testing/hostile-texts";
import { fieldOf, fillWithHostileTexts, type HostileWorld } from "../support/hostile-world";
import { expect, test } from "../support/test";

// People and organizations have other names afterwards. One page is not there.
test.use({ world: "demo to be spoiled", allowedBrowserErrors: [/status of 404/] });

/** Texts of the API that no page shows, or that are no words of somebody. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
	"a secret, or what shows that somebody knows one":
		"KEY password old_password code secret token value access_key_id secret_access_key id rawId authenticatorData clientDataJSON signature attestationObject transports",
	"one of a list that the service knows": "time_zone organizations owner_organizations organization email",
	"the address of a site, which is refused with more than scheme, host and port": "embed_origins",
	"sent to look something up, and not kept": "device_id addresses",
};
/** Texts that need more than a request; the pages show them as they show the others. */
const ELSEWHERE = [
	"passkeys name",
	"reject reason",
	"bulk message",
	"bulk override_reason",
	"activate override_reason",
	// Of a draft, which the same texts become.
	"estimate segment",
	"estimate set_name",
	// Of a declared state, which is brought about by the operations that take the same texts.
	"state description",
	"state first_name",
	"state label",
	"state last_name",
	"state name",
	"state reason",
	"state url",
];
/** Pages that show no texts of people. */
const WITHOUT_TEXTS = [
	"/[...missing]",
	"/docs",
	// Those within a site's page show what the site's token allows, and nothing without one.
	"/embed/[organization]/designs",
	"/embed/[organization]/designs/[id]",
	"/embed/[organization]/designs/[id]/edit",
	"/embed/[organization]/new",
	"/forgot-password",
	"/help/[[...page]]",
	"/opt-outs",
	"/second-factor",
	"/signin",
	"/unsubscribe",
	"/welcome",
];

/** Of all pages, from their folders: a new one is opened, too. */
const PAGES = readdirSync("app", { recursive: true, encoding: "utf8" })
	.filter((path) => /(?:^|\/)page\.tsx$/.test(path))
	.map((path) => `/${path}`.replace(/\/\(\w+\)/, "").replace(/\/page\.tsx$/, "") || "/")
	.sort();

interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly format?: string;
	readonly pattern?: string;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly allOf?: readonly Schema[];
}
interface Operation {
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}
interface Document {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The fields of bodies that take free text, as `hostile-world.ts` names them. */
function textFields({ paths, components }: Document): string[] {
	const found = new Set<string>();
	const visit = (schema: Schema, path: string, field: string, within: readonly Schema[]): void => {
		const own = schema.$ref === undefined ? schema : components.schemas[schema.$ref.split("/").at(-1) ?? ""];
		if (own === undefined || within.includes(own)) return;
		const further = [...within, own];
		const isFree = own.enum === undefined && own.const === undefined && own.format === undefined;
		const takesMarkup = own.pattern === undefined || new RegExp(own.pattern, "u").test("<img src=x>");
		if ([own.type].flat().includes("string") && isFree && takesMarkup) found.add(fieldOf(path, field));
		for (const part of [own.anyOf, own.oneOf, own.allOf].flat()) if (part) visit(part, path, field, further);
		for (const [name, part] of Object.entries(own.properties ?? {})) visit(part, path, name, further);
		if (own.items !== undefined) visit(own.items, path, field, further);
	};
	for (const [path, operations] of Object.entries(paths)) {
		for (const { requestBody } of Object.values(operations)) {
			for (const { schema } of Object.values(requestBody?.content ?? {})) if (schema) visit(schema, path, "", []);
		}
	}
	return [...found].filter((field) => !field.endsWith(" ")).sort();
}

/** A page's address for the objects of the walk. */
function addressOf(page: string, world: HostileWorld): string {
	const ids = { designs: world.designId, targets: world.targetId, deployments: world.deploymentId } as const;
	const all: Readonly<Record<string, string>> = { ...ids, webhooks: world.webhookId };
	return page
		.replace("[...missing]", "no/such/page")
		.replace(/\/(\w+)\/\[id\]/, (_, folder: string) => `/${folder}/${all[folder] ?? `none of ${folder}`}`);
}

/** Opens a page, and expects its texts to be words alone. */
async function look(page: Page, address: string, hasTexts: boolean): Promise<void> {
	const answer = await page.goto(address);
	expect.soft(RAW.exec((await answer?.text()) ?? "")?.[0], `markup from the server on ${address}`).toBeUndefined();
	const main = page.getByRole("main");
	await expect(main).toBeVisible();
	const texts = () =>
		main.evaluate((element) =>
			[
				element.textContent,
				...[...element.querySelectorAll("input, textarea")].map((input) => Reflect.get(input, "value")),
			].join(),
		);
	if (hasTexts) await expect.poll(texts, `texts on ${address}`).toContain(MARK);
	const foreign = await page.evaluate(() =>
		[...document.querySelectorAll("*")]
			.filter((element) => {
				const handlers = element.getAttributeNames().some((name) => name.startsWith("on"));
				const link = element.getAttribute("href") ?? "";
				return (
					handlers || /^\s*(javascript|data):/i.test(link) || element.matches("iframe, base, object, math, main style")
				);
			})
			.map((element) => element.outerHTML.slice(0, 200)),
	);
	expect.soft(foreign, `elements on ${address}`).toEqual([]);
}

test("no text that somebody writes becomes part of a page or runs, on any page, and downloads are files", async ({
	service,
	openPageOf,
}) => {
	const world = await fillWithHostileTexts(service);

	await test.step("every text of the API is among them", async () => {
		const document = await (await fetch(`${service.baseUrl}/openapi.json`)).json();
		const known = Object.values(NOT_SHOWN).flatMap((names) => names.split(" "));
		const shown = textFields(document).filter((field) => !known.includes(field.split(" ")[1] ?? ""));
		expect([...world.written, ...ELSEWHERE].filter((field) => shown.includes(field)).sort()).toEqual(shown);
	});

	const { operator, designer, administrator } = service.seed;
	const visits = [
		{ persona: operator, pages: PAGES },
		{ persona: designer, pages: ["/", "/inbox", "/account", "/designs/[id]/edit"] },
		{ persona: administrator, pages: ["/approvals", "/inbox", "/deployments/[id]"] },
	];
	expect(PAGES.length).toBeGreaterThan(20);
	for (const { persona, pages } of visits) {
		const page = await openPageOf(persona);
		await page.addInitScript(() => {
			Object.assign(window, { ran: () => reportError(new Error("a text ran as a script")) });
		});
		page.on("dialog", (dialog) => {
			throw new Error(`a text opened a dialog: ${dialog.message()}`);
		});
		for (const path of pages) await look(page, addressOf(path, world), !WITHOUT_TEXTS.includes(path));
		await page.close();
	}

	await test.step("downloads are files of their type", async () => {
		const sets = `/api/designs/${world.designId}/sets/${world.setId}`;
		const files = { csv: "text/csv", geojson: "application/geo+json" };
		const downloads = [
			["/api/exports/audit", files.csv],
			[`/api/exports/deployments?design_id=${world.designId}`, files.csv],
			[`${sets}/geofences.csv`, files.csv],
			[`${sets}/geofences.geojson`, files.geojson],
		] as const;
		for (const [path, type] of downloads) {
			const answer = await fetch(service.baseUrl + path, { headers: { authorization: `Bearer ${operator.key}` } });
			expect([path, answer.status]).toEqual([path, 200]);
			expect(await answer.text()).toContain(MARK);
			expect(answer.headers.get("content-type")).toContain(type);
			expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w. -]+"/);
			expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
			expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
		}
	});
});
