import type { AudienceExpression } from "@/lib/contract/audience";
import { designDetail } from "@/lib/contract/design";
import { organization } from "@/lib/contract/organization";
import { generateVisits } from "@/lib/tools/seed/inventory/generate-visits";
import { ApiClient } from "./support/api-client";
import { expectAccessibleInPassing } from "./support/axe";
import { SEEDED_DEVICES } from "./support/demo-world";
import { saveDraft } from "./support/editor";
import { marked } from "./support/marked";
import { expect, test } from "./support/test";

/** Counts the devices of an expression visit by visit, without the service's evaluation. */
function countDevices(expression: AudienceExpression): number {
	const newest = Date.UTC(2026, 0, 1);
	const visits = new Map<string, Map<string, number[]>>();
	for (const { deviceId, segment, seenAt } of generateVisits(new Date(newest), SEEDED_DEVICES)) {
		const own = visits.get(deviceId) ?? new Map<string, number[]>();
		visits.set(deviceId, own.set(segment, [...(own.get(segment) ?? []), seenAt.getTime()]));
	}
	const holds = (part: AudienceExpression, own: ReadonlyMap<string, number[]>): boolean => {
		if ("not" in part) return !holds(part.not, own);
		if ("all" in part) return part.all.every((inner) => holds(inner, own));
		if ("any" in part) return part.any.some((inner) => holds(inner, own));
		const { segment, min_visits: most = 1, within_days: days } = part;
		const since = days === undefined ? -Infinity : newest - days * 24 * 3600 * 1000;
		return (own.get(segment) ?? []).filter((seen) => seen >= since).length >= most;
	};
	return [...visits.values()].filter((own) => holds(expression, own)).length;
}

test("an audience is built in groups; the reach of each part is that of a count by hand", async ({
	service,
	openPageOf,
}) => {
	const { designer } = service.seed;
	const api = new ApiClient(service, designer.key);
	const audience = { sources: ["acme-mobile"], where: { all: [{ segment: "coffee-drinkers" }] } };
	const body = { name: marked("Built in groups"), type: "audience", sets: [{ set_name: "Sport", audience }] };
	const design = await api.send(designDetail, "POST", "/api/designs", JSON.stringify(body));
	const page = await openPageOf(designer);
	await page.goto(`/designs/${design.id}/edit`);
	await page.getByLabel("At least (visits): part 1", { exact: true }).fill("2");
	await page.getByLabel("In the last (days): part 1", { exact: true }).fill("30");
	await page.getByRole("button", { name: "Add a group to the expression" }).press("Enter");
	await expect(page.getByLabel("Segment of part 2.1")).toBeFocused();
	await page.keyboard.type("gym");
	await page.getByRole("button", { name: "Add a condition to part 2", exact: true }).click();
	await expect(page.getByLabel("Segment of part 2.2")).toBeFocused();
	await page.keyboard.type("runners");
	await page.getByRole("button", { name: "Add a condition to the expression" }).click();
	await page.getByLabel("Segment of part 3", { exact: true }).fill("staff");
	await page.getByLabel("Not: part 3", { exact: true }).check();

	const coffee = { segment: "coffee-drinkers", min_visits: 2, within_days: 30 };
	const sport = { any: [{ segment: "gym" }, { segment: "runners" }] };
	const where: AudienceExpression = { all: [coffee, sport, { not: { segment: "staff" } }] };
	const reach = (pointer: string) => page.locator(`[data-reach="${pointer}"]`);
	const devices = (expression: AudienceExpression) => `${countDevices(expression).toLocaleString("en-GB")} devices`;
	await expect(reach("")).toHaveText(devices(where));
	await expect(reach("/all/0")).toHaveText(devices(coffee));
	await expect(reach("/all/1")).toHaveText(devices(sport));
	await expect(reach("/all/1/any/1")).toHaveText(devices({ segment: "runners" }));
	await expect(reach("/all/2")).toHaveText(devices({ not: { segment: "staff" } }));

	// The reach is the largest figure, and each condition shows how many devices it leaves.
	const panel = page.getByRole("region", { name: "Reach", exact: true });
	await expect(panel.locator("[data-reach-total]")).toHaveText(countDevices(where).toLocaleString("en-GB"));
	await expect(panel.getByRole("listitem")).toContainText([
		"All devices in these sources",
		devices(coffee),
		devices({ all: [coffee, sport] }),
		devices(where),
	]);

	await page.getByRole("button", { name: "Edit as JSON" }).click();
	const text = page.getByLabel("JSON", { exact: true });
	expect(JSON.parse(await text.inputValue())).toEqual({ sources: ["acme-mobile"], where });
	await text.fill(JSON.stringify({ sources: ["acme-mobile"], where: sport }));
	await expect(page.getByLabel("Group: the expression")).toHaveValue("any");
	await expect(reach("")).toHaveText(devices(sport));
	await text.fill("{");
	await expect(page.getByText(/^The expression is not JSON/)).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(reach("")).toHaveText(devices(where));
	await expectAccessibleInPassing(page, "the builder of audiences");
	await saveDraft(page);
	// Below the least reach of its organization a build would be rejected, and no number is told.
	const operator = new ApiClient(service, service.seed.operator.key);
	const setLeast = (least_reach: number) =>
		operator.send(organization, "PATCH", `/api/organizations/${designer.org_id}`, JSON.stringify({ least_reach }));
	const least = countDevices(where) + 1;
	const bound = `${least.toLocaleString("en-GB")} devices`;
	try {
		await setLeast(least);
		await page.reload();
		await expect(panel.getByText(`devices, below the least reach of ${bound}`)).toBeVisible();
		await expect(panel.locator("[data-reach-total]")).toHaveText(`< ${least.toLocaleString("en-GB")}`);
		await expect(reach("")).toHaveText(`fewer than ${bound}`);
		await expect(panel.getByRole("listitem").last()).toContainText(`fewer than ${bound}`);
		await expect(page.getByText(/^The set 'Sport' reaches fewer than/)).toBeVisible();
		await page.goto(`/designs/${design.id}`);
		await expect(page.getByText(`devices, below the least reach of ${bound}`)).toBeVisible();
		await page.getByRole("button", { name: "Request build…" }).first().click();
		const estimate = page.getByRole("dialog").getByRole("region", { name: "Estimate" });
		await expect(estimate).toContainText(`devices, below the least reach of ${bound}`);
	} finally {
		await setLeast(0);
	}
	const saved = await api.get(designDetail, `/targeting/designs/${design.id}?detail=true`);
	expect(saved.contents?.[0]?.audience).toEqual({ sources: ["acme-mobile"], where });
});
