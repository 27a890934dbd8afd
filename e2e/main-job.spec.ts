import type { Locator, Page } from "@playwright/test";
import { buildListRow } from "@/lib/contract/build";
import { deployment, deploymentDetail } from "@/lib/contract/deployment";
import { ApiClient } from "./support/api-client";
import { buildDesign, createDesign, createTarget, decide, ownPlace, requestDeployment } from "./support/deployed";
import { answersOf, audienceJob, expectedAnswers, noAnswers, proximityJob } from "./support/job-designs";
import { agentTarget } from "./support/service";
import { expect, test } from "./support/test";

/** Calls the first steps back from the help. */
async function openGuide(page: Page): Promise<Locator> {
	if (page.url() === "about:blank") await page.goto("/");
	await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Help" }).click();
	await page.getByRole("tab", { name: "Getting started" }).click();
	await page.getByRole("button", { name: "Show the getting-started steps" }).click();
	return page.getByRole("region", { name: /^Get started/ });
}

test.describe("the main job in the browser", () => {
	for (const job of [proximityJob("Stores of the lake region"), audienceJob("Coffee after sport")]) {
		test(`${job.type}: from a saved design to the agent's answers, and to their end`, async ({
			service,
			openPageOf,
			startAgent,
		}) => {
			const { designer, administrator } = service.seed;
			const { target, key } = agentTarget(service.seed);
			const customer = new ApiClient(service, designer.key);
			const saved = await job.save(customer);
			const agent = await startAgent(key);
			await expect.poll(agent.isReady).toBe(true);
			const answered = () => answersOf(agent, job, saved.id);

			const page = await openPageOf(designer);
			let loads = 0;

			await test.step("the designer opens the design", async () => {
				await page.goto("/designs");
				await page.getByRole("link", { name: job.name }).click();
				await expect(page.getByRole("heading", { level: 1 })).toHaveText(job.name);
				page.on("load", () => {
					loads += 1;
				});
			});

			await test.step("requests a build with a reason", async () => {
				await page.getByRole("button", { name: "Request build…" }).click();
				const dialog = page.getByRole("dialog");
				await dialog.getByLabel("Reason").fill("Spring campaign of the lake region");
				// The estimate may make the dialog taller: its buttons stay where they are from then on.
				await expect(dialog.getByText("Estimating…")).toBeHidden();
				await dialog.getByRole("button", { name: "Request build" }).click();
				await expect(dialog).toBeHidden();
			});

			await test.step("and sees it built without loading the page again", async () => {
				const status = page.getByRole("status").filter({ hasText: "Status:" });
				await expect(status).toHaveText("Status: built");
				expect(loads).toBe(0);
				const [row] = await customer.list(buildListRow, "/targeting/builds", { q: job.name });
				expect(row).toMatchObject({ id: saved.id, deployments: [], builds: [{ status: "DONE", name: job.name }] });
				expect(row?.last_build_size).toBeGreaterThan(0);
			});

			await test.step("requests its deployment", async () => {
				await page.getByRole("button", { name: "Request deployment…" }).click();
				const dialog = page.getByRole("dialog");
				await dialog.getByLabel("Target").selectOption(target.id);
				await expect(dialog).toContainText("Replaces nothing: no build of this design is activated there.");
				await dialog.getByLabel("Message").fill("Starts on Monday");
				await dialog.getByRole("button", { name: "Request deployment" }).click();
				await expect(dialog).toBeHidden();
				expect(await customer.list(deployment, "/targeting/deployments", { q: job.name })).toMatchObject([
					{
						design_id: saved.id,
						status: "requested",
						requester: designer.email,
						target_id: target.id,
						new_build: true,
					},
				]);
			});

			expect(await answered(), "before activation").toEqual(noAnswers(job));
			const { device } = job;
			const begun = device === null ? null : await openGuide(await openPageOf(designer));
			// Of what the agent loaded before.
			await begun?.getByRole("textbox").first().fill("0");
			const asked = await begun?.getByText(/^Look up (a device of|which sets match) /).textContent();

			const approvals = await openPageOf(administrator);

			await test.step("the administrator activates it in the queue", async () => {
				await approvals.goto("/approvals");
				const request = approvals
					.getByRole("list", { name: "Requests" })
					.getByRole("listitem")
					.filter({ hasText: job.name });
				await expect(request).toHaveText(/\d [kM]?B/);
				await request.getByRole("link").click();
				const panel = approvals.getByRole("region", { name: "Request" });
				await expect(panel.getByRole("heading", { name: job.name })).toBeVisible();
				await expect(panel.getByTitle(designer.email)).toBeVisible();
				await expect(panel).toContainText("Starts on Monday");
				await panel.getByRole("button", { name: /^Activate/ }).click();
				await expect(request).toBeHidden();
				expect(await customer.list(deployment, "/targeting/deployments", { q: job.name })).toMatchObject([
					{ status: "activated", deployer: administrator.email },
				]);
			});

			await expect.poll(answered).toEqual(expectedAnswers(job));

			if (device !== null && begun !== null) {
				await test.step("a question about another design goes on", async () => {
					await expect(begun.getByRole("list", { name: "Getting started" })).toContainText(job.name);
					await expect(begun.getByRole("textbox").first()).toHaveValue("0");
					await expect(begun.getByText(asked ?? "")).toBeVisible();
				});

				await test.step("the first steps, called back from the help, end with a device of it", async () => {
					const guide = await openGuide(page);
					// After the agent's report.
					await expect(guide).toContainText(`Look up a device of ${job.name}.`);
					await guide.getByLabel("Device id").fill(device);
					await guide.getByRole("button", { name: "Test this device id" }).click();
					await expect(guide.getByRole("list", { name: "Matching sets" })).toContainText("Coffee and sport");
					await expect(guide.getByRole("status").first()).toHaveText("7 of 7 done");
				});
			}

			await test.step("and ends it where it is live", async () => {
				await approvals.getByRole("link", { name: "Deployments" }).click();
				await approvals.getByRole("button", { name: `Deactivate… ${job.name} on ${target.name}` }).click();
				const dialog = approvals.getByRole("dialog");
				await expect(dialog).toContainText(job.name);
				await dialog.getByRole("button", { name: "Deactivate" }).click();
				await expect(dialog).toBeHidden();
			});

			await expect.poll(answered).toEqual(noAnswers(job));
			expect(await customer.list(deployment, "/targeting/deployments", { q: job.name })).toMatchObject([
				{ status: "deactivated", approved_at: expect.any(String) },
			]);
		});
	}

	test("the first steps end with what an agent has loaded, however many newer requests wait", async ({
		service,
		openPageOf,
		startAgent,
	}) => {
		const target = await createTarget(service, "Lake servers");
		const build = await buildDesign(service, await createDesign(service, "Ferry piers", ownPlace()));
		const loaded = await requestDeployment(service, build, target);
		await decide(service, loaded, "activate");
		await startAgent(target.key);
		const customer = new ApiClient(service, service.seed.designer.key);
		const actual = async () => (await customer.get(deploymentDetail, `/api/deployments/${loaded}`)).agents;
		await expect.poll(actual).toMatchObject([{ state: "loaded" }]);
		for (let count = 1; count <= 21; count += 1) {
			await requestDeployment(service, build, await createTarget(service, `Pier servers ${count}`));
		}
		const guide = await openGuide(await openPageOf(service.seed.designer));
		await expect(guide.getByRole("status").first()).toHaveText("6 of 7 done");
		await expect(guide.getByRole("list", { name: "Getting started" })).toContainText("Ferry piers");
	});
});
