import { designDetail } from "@/lib/contract/design";
import { inventoryImportResult, inventorySource } from "@/lib/contract/inventory";
import { ApiClient } from "../support/api-client";
import { expectAccessible } from "../support/axe";
import { buildDesign, createTarget, decide, requestDeployment } from "../support/deployed";
import { expectToFit } from "../support/screenshots";
import { expect, test } from "../support/test";

test("a device that opts out is answered by no agent seconds later, without a rebuild", async ({
	service,
	startAgent,
	openPageOf,
}) => {
	const { designer, operator } = service.seed;
	const [device, other] = ["0d92078a-8246-4ba7-aba7-76104862e5c1", "0d92078a-8246-4ba7-aba7-76104862e5c2"];
	const slug = "opting-out";
	const api = new ApiClient(service, operator.key);
	await api.send(inventorySource, "POST", "/api/inventory-sources", JSON.stringify({ slug, name: "Opting out" }));
	const visits = [device, other].map((id) => `${id},gym,2026-01-02T08:00:00Z`);
	const csv = ["device_id,segment,seen_at", ...visits].join("\n");
	await api.send(inventoryImportResult, "POST", `/api/inventory-sources/${slug}/imports`, csv, "text/csv");
	const audience = { sources: [slug], where: { segment: "gym" } };
	const body = { name: "Opting out", type: "audience", sets: [{ set_name: "Gym", audience }] };
	const own = await new ApiClient(service, designer.key).send(
		designDetail,
		"POST",
		"/api/designs",
		JSON.stringify(body),
	);
	const target = await createTarget(service, "Opting out");
	const build = await buildDesign(service, { id: own.id, name: own.name, setId: own.set_ids[0] ?? "" });
	await decide(service, await requestDeployment(service, build, target), "activate");
	const agent = await startAgent(target.key);
	const sets = async () => [(await agent.audience(device)).length, (await agent.audience(other)).length];
	await expect.poll(sets).toEqual([1, 1]);

	const page = await openPageOf(operator);
	await page.goto("/");
	await page.getByRole("navigation").first().getByRole("link", { name: "Opt-outs" }).click();
	await expect(page.getByText("No device has opted out")).toBeVisible();
	await page.getByRole("button", { name: "Add…" }).click();
	const dialog = page.getByRole("dialog");
	const buffer = Buffer.from(`${device.toUpperCase()}\nnobody\n`);
	await dialog.getByLabel("File").setInputFiles({ name: "people.txt", mimeType: "text/plain", buffer });
	await dialog.getByRole("button", { name: "Add ids" }).click();
	await expect(dialog.getByText("1 id added. The list now has 1 device id. 1 row with errors.")).toBeVisible();
	await expect(dialog.getByRole("cell", { name: /^Not a device id/ })).toBeVisible();
	await expect.poll(sets).toEqual([0, 1]);
	await dialog.getByRole("button", { name: "Done" }).click();
	await expect(page.getByText(/^On (the agent that is|all \d+ agents|\d+ of \d+ agents) online$/)).toBeVisible();
	await expect(page.getByText("by Olga Petrov, revision 1")).toBeVisible();
	await expectAccessible(page, "opt-outs");
	await page.getByRole("button", { name: "Erase devices…" }).click();
	await dialog.getByLabel("File").setInputFiles({ name: "people.txt", mimeType: "text/plain", buffer });
	await dialog.getByRole("button", { name: "Erase for good" }).click();
	await expect(
		dialog.getByText(`1 device: 1 visit erased from ${slug}, 0 new opt-outs. 1 row with errors.`),
	).toBeVisible();
	await expect(dialog.getByRole("textbox", { name: "Proof (no ids; also in the audit log)" })).toHaveValue(
		/"digest":"sha256:/,
	);
	await dialog.getByRole("button", { name: "Done" }).click();
	await expectToFit(page, [{ name: "opt-outs", path: "/opt-outs" }]);
	// For others it does not exist.
	const theirs = await openPageOf(designer);
	expect((await theirs.request.get(`${service.baseUrl}/opt-outs`)).status()).toBe(404);
	await expect(theirs.getByRole("link", { name: "Opt-outs" })).toHaveCount(0);
});
