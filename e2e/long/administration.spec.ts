import { designRow } from "@/lib/contract/design-list";
import { inventorySourceDetail } from "@/lib/contract/inventory";
import { apiKey } from "@/lib/contract/key";
import { organization } from "@/lib/contract/organization";
import { invitedPerson, person } from "@/lib/contract/person";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { mark } from "../support/marked";
import { expectLive } from "../support/readiness";
import { expectToFit, SCREENS } from "../support/screenshots";
import { expect, test } from "../support/test";

// The page of a disabled user continues to send requests.
test.use({ allowedBrowserErrors: [/the server responded with a status of 401/] });

test("a key made in the page opens the API; regenerated, its old value is refused; revoked, both are", async ({
	service,
	openPageOf,
}) => {
	const api = new ApiClient(service, service.seed.designer.key);
	const page = await openPageOf(service.seed.designer);
	const dialog = page.getByRole("dialog");
	const statusOf = async (key: string) =>
		(await fetch(`${service.baseUrl}/api/targets?limit=1`, { headers: { Authorization: `Bearer ${key}` } })).status;
	const shown = async () => {
		const value = await dialog.getByLabel("Key", { exact: true }).inputValue();
		await dialog.getByRole("button", { name: "I have copied it" }).click();
		await expect(page.getByText(value)).toHaveCount(0);
		return value;
	};

	await page.goto("/keys");
	await page.getByRole("button", { name: "New key…" }).click();
	const manage = dialog.getByRole("checkbox", { name: /^manage/ });
	await manage.uncheck();
	await dialog.getByRole("button", { name: "Create key" }).click();
	const name = dialog.getByLabel("Name");
	await expect(name).toHaveAttribute("aria-invalid", "true");
	await expect(name).toBeFocused();
	await expect(name).toHaveAccessibleDescription(/^This must .+ So you can recognize it/);
	// A message about a field disappears when its value changes; other fields keep theirs.
	await name.fill("Nightly export");
	await expect(name).not.toHaveAttribute("aria-invalid");
	await expect(name).toHaveAccessibleDescription(/^So you can recognize it/);
	await expect(dialog.getByText("Select at least one.")).toBeVisible();
	await expect(manage).toHaveAttribute("aria-invalid", "true");
	await manage.check();
	await expect(dialog.getByText("Select at least one.")).toBeHidden();
	// And it is said again once it is found again.
	await name.fill("");
	await expect(name).not.toHaveAttribute("aria-invalid");
	await dialog.getByRole("button", { name: "Create key" }).click();
	await expect(name).toHaveAttribute("aria-invalid", "true");
	await name.fill("Nightly export");
	await dialog.getByRole("button", { name: "Create key" }).click();
	const first = await shown();
	// One dialog followed another: the focus returns to the button that opened the first.
	await expect(page.getByRole("button", { name: "New key…" })).toBeFocused();
	expect(await statusOf(first)).toBe(200);

	const actions = page.getByRole("button", { name: "Actions on the key Nightly export" });
	await actions.click();
	await page.getByRole("menuitem", { name: "Regenerate…" }).click();
	await dialog.getByRole("button", { name: "Regenerate" }).click();
	const second = await shown();
	await expect(actions).toBeFocused();
	expect(await statusOf(first)).toBe(401);
	expect(await statusOf(second)).toBe(200);

	await actions.click();
	await page.getByRole("menuitem", { name: "Revoke…" }).click();
	await dialog.getByRole("button", { name: "Revoke" }).click();
	await expect(dialog.getByText('Type "Nightly export" exactly.')).toBeVisible();
	await dialog.getByLabel("Type the key's name to confirm").fill("Nightly export");
	await dialog.getByRole("button", { name: "Revoke" }).click();
	await expect(dialog).toBeHidden();
	await expect(actions).toHaveCount(0);
	expect(await statusOf(second)).toBe(401);
	const labels = (await api.rows(apiKey, "/api/keys?limit=500")).map(({ label }) => label);
	expect(labels).not.toContain("Nightly export");
});

test("an operator erases a disabled person for good, and gets the proof", async ({ service, openPageOf }) => {
	const api = new ApiClient(service, service.seed.administrator.key);
	const email = `${mark()}@partner.example`;
	const body = JSON.stringify({ email, first_name: "Ines", last_name: "Vited" });
	const { id } = await api.send(invitedPerson, "POST", "/api/users", body);
	await api.send(person, "PATCH", `/api/users/${id}`, JSON.stringify({ disabled: true }));
	const page = await openPageOf(service.seed.administrator);
	await page.goto("/audit?action=disable&object_type=user");
	await expect(page.getByRole("table")).toContainText(`disabled the account of ${email}`);

	// Once their e-mail has been typed.
	const operator = await openPageOf(service.seed.operator);
	const asked = operator.getByRole("dialog");
	await operator.goto(`/people?q=${encodeURIComponent(email)}`);
	await operator.getByRole("button", { name: "Actions on Ines Vited" }).click();
	await operator.getByRole("menuitem", { name: "Erase…" }).click();
	await expect(asked).toContainText(`The name and email of every account with ${email}`);
	await expectAccessible(operator, "the question before an erasure");
	const erase = asked.getByRole("button", { name: "Erase for good" });
	await asked.getByLabel("Type the person's email to confirm").fill("somebody@partner.example");
	await erase.click();
	await expect(asked.getByText(`Type "${email}" exactly.`)).toBeVisible();
	await asked.getByLabel("Type the person's email to confirm").fill(email);
	await erase.click();
	await expect(asked.getByText(/erased or rewritten. The person is now erased-/)).toBeVisible();
	const proof = asked.getByRole("textbox", { name: "Proof (no name or email; also in the audit log)" });
	await expect(proof).toHaveValue(/"digest":"sha256:/);
	await asked.getByRole("button", { name: "Done" }).click();
	await expect(operator.getByText("No people match")).toBeVisible();
	expect(await api.rows(person, `/api/users?q=${encodeURIComponent(email)}`)).toEqual([]);
});

test("whom a new key acts as stays chosen while people come and go", async ({ service, openPageOf }) => {
	const { administrator } = service.seed;
	const api = new ApiClient(service, administrator.key);
	const invite = (name: string) => {
		const body = { email: `${name}@keys.example`, role: "designer" };
		return api.send(invitedPerson, "POST", "/api/users", JSON.stringify(body));
	};
	const chosen = await invite("chosen");
	const page = await openPageOf(administrator);
	await page.goto("/keys");
	await page.getByRole("button", { name: "New key…" }).click();
	const field = page.getByRole("dialog").getByLabel("Acts as");
	// One key of an administrator opens both APIs; a designer's key manages.
	const tokens = page.getByRole("dialog").getByRole("checkbox", { name: /^tokens/ });
	await expect(tokens).toBeChecked();
	await field.selectOption({ value: chosen.id });
	await expect(tokens).not.toBeChecked();
	await invite("comes-meanwhile");
	await expect(field.getByRole("option", { name: /^comes-meanwhile/ })).toBeAttached();
	await expect(field).toHaveValue(chosen.id);
});

test.describe("with an organization that there is not, for once", () => {
	test.use({ allowedBrowserErrors: [/status of 400/] });

	test("the organization that somebody is invited to is found by a part of its name, beyond the first hundred", async ({
		service,
		openPageOf,
	}) => {
		const { operator } = service.seed;
		const api = new ApiClient(service, operator.key);
		const make = (slug: string, name: string) =>
			api.send(organization, "POST", "/api/organizations", JSON.stringify({ slug, name }));
		for (let number = 0; number < 100; number++) await make(`zy-${number}`, `Branch ${number}`);
		await make("zz-land", "Über Land");
		const page = await openPageOf(operator);
		const dialog = page.getByRole("dialog");
		const option = page.getByRole("listbox", { name: "Organizations" }).getByRole("option", { name: /^zz-land/ });

		await page.goto("/people");
		await page.getByRole("button", { name: "Invite…" }).click();
		const field = dialog.getByRole("combobox", { name: "Organization" });
		await field.fill("uber");
		await expect(option).toBeVisible();
		await expectAccessible(page, "the organizations offered");
		// The list closes first, and the input stays.
		await field.press("Escape");
		await expect(option).toBeHidden();
		await expect(field).toHaveValue("uber");
		await expect(field).toBeFocused();
		await dialog.getByLabel("Email").fill("uber.land@example.com");
		await dialog.getByRole("button", { name: "Create link" }).click();
		await expect(dialog.getByText(/'uber'/)).toBeVisible();
		await field.press("ArrowDown");
		await expect(option).toHaveAttribute("aria-selected", "true");
		await field.press("Enter");
		await expect(field).toHaveValue("zz-land");
		await expect(option).toBeHidden();
		await dialog.getByRole("button", { name: "Create link" }).click();
		await dialog.getByRole("button", { name: "I have copied it" }).click();
		const [invited] = await api.rows(person, "/api/users?q=uber.land");
		expect(invited?.org_slug).toBe("zz-land");

		await page.goto("/targets");
		await page.getByRole("button", { name: "New target…" }).click();
		await dialog.getByText("More settings").click();
		await dialog.getByRole("combobox", { name: "Organization", exact: true }).fill("land uber");
		await option.click();
		await expect(dialog.getByRole("combobox", { name: "Organization", exact: true })).toHaveValue("zz-land");

		// Who may use something is found alike, one after the other.
		await page.goto("/sources");
		await page.getByRole("button", { name: "New source…" }).click();
		await dialog.getByLabel("Name").fill("For two");
		const usable = dialog.getByRole("combobox", { name: "Usable by" });
		await usable.fill("land uber");
		await option.click();
		await usable.pressSequentially("branch 99");
		await expect(page.getByRole("listbox", { name: "Organizations" }).getByRole("option")).toHaveText([/^zy-99/]);
		await usable.press("ArrowDown");
		await usable.press("Enter");
		await dialog.getByRole("button", { name: "Create source" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("For two");
		const made = await api.get(inventorySourceDetail, "/api/inventory-sources/for-two");
		expect(made.organizations.map(({ slug }) => slug).sort()).toEqual(["zy-99", "zz-land"]);
	});
});

test("what the server renders is what a browser of another zone and language renders first", async ({
	service,
	browser,
	watch,
	signIn,
}) => {
	// React reports a difference as an error in the browser's console, which fails the test.
	const context = await browser.newContext({
		baseURL: service.baseUrl,
		timezoneId: "Pacific/Auckland",
		locale: "mi-NZ",
	});
	watch(context);
	const page = await context.newPage();
	await signIn(page, service.seed.operator);
	const since = Date.UTC(2026, 10, 16, 18) / 1000;
	for (const path of ["", "approvals", "docs", `deployments?start_date=${since}`, `audit?since=${since}`]) {
		await page.goto(`/${path}`);
		await expectLive(page);
	}
	await expect(page.getByRole("button", { name: "When: from 17 Nov" })).toBeVisible();
	await context.close();
});

test("where the system forces its colors, what is chosen is outlined", async ({ service, openPageOf }) => {
	const page = await openPageOf(service.seed.operator);
	await page.emulateMedia({ forcedColors: "active" });
	await page.goto("/people");
	await expect(page.locator("nav [aria-current=page]")).toHaveCSS("outline-style", "dashed");
	await page
		.getByRole("button", { name: /^Actions on / })
		.first()
		.press("Enter");
	await expect(page.locator("[role=menuitem][data-highlighted]")).toHaveCSS("outline-style", "solid");
	await page.keyboard.press("Escape");
	await page.keyboard.press("ControlOrMeta+k");
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByRole("option", { selected: true })).toHaveCSS("outline-style", "solid");
	await expect(dialog.getByRole("option", { selected: false }).first()).toHaveCSS("outline-style", "none");

	// The glyphs of the map's buttons are turned round for the dark theme by the map's own style
	// sheet then, and not once more.
	const designs = new ApiClient(service, service.seed.operator.key);
	const [design] = await designs.rows(designRow, "/targeting/designs?detail=true&type=proximity&limit=1");
	await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
	await page.goto(`/designs/${design?.id}`);
	await expect(page.locator(".maplibregl-ctrl-zoom-in .maplibregl-ctrl-icon")).toHaveCSS("filter", "none");
});

test("names in lists have room on a tablet, on laptops and on a large screen", async ({ service, openPageOf }) => {
	const page = await openPageOf(service.seed.operator);
	const lists = [
		"people",
		"people?view=organizations",
		"keys",
		"audit",
		"builds",
		"sources",
		"deployments",
		"designs",
		"targets",
	];
	for (const list of lists) {
		await page.goto(`/${list}`);
		await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
		await expect(page.locator("table[aria-busy=true]")).toHaveCount(0);
		for (const width of [768, 1024, 1280, 1440, 1536, 1920, 2560]) {
			await page.setViewportSize({ width, height: 768 });
			expect(await page.evaluate(brokenWords), `/${list} at ${width} px`).toEqual([]);
			// The column of names takes what the others leave.
			const names = await page.locator("th.w-auto").evaluate((head) => head.getBoundingClientRect().width);
			expect(names, `names in /${list} at ${width} px`).toBeGreaterThanOrEqual(160);
		}
	}
});

/**
 * In the browser: words of a table's cells, no longer than an e-mail address, that are broken
 * between lines.
 */
function brokenWords(): string[] {
	const texts = document.createTreeWalker(document.querySelector("tbody") ?? document.body, NodeFilter.SHOW_TEXT);
	const broken = new Set<string>();
	for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
		for (const { 0: word, index } of (node.nodeValue ?? "").matchAll(/[^\s-]+/gu)) {
			if (word.length > 25) continue;
			const range = document.createRange();
			range.setStart(node, index);
			range.setEnd(node, index + word.length);
			const tops = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
			if (tops.size > 1) broken.add(word);
		}
	}
	return [...broken];
}

test("the pages of administration are accessible in both themes, and fit a small screen", { tag: SCREENS }, async ({
	service,
	openPageOf,
}) => {
	const page = await openPageOf(service.seed.operator);
	const pages = [
		{ name: "keys", path: "/keys" },
		{ name: "people", path: "/people" },
		{ name: "organizations", path: "/people?view=organizations" },
		{ name: "audit", path: "/audit" },
		{ name: "builds", path: "/builds" },
		{ name: "sources", path: "/sources" },
	];
	for (const { name, path } of pages) {
		await page.goto(path);
		await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
		await expect(page.locator("table[aria-busy=true]")).toHaveCount(0);
		await expectAccessible(page, name);
	}
	await expectToFit(page, pages);
});
