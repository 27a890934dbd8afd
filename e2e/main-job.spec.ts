import { buildListRow } from "@/lib/contract/build";
import { deployment } from "@/lib/contract/deployment";
import { makeCast } from "./support/cast";
import { openGuide } from "./support/guide";
import { answersOf, audienceJob, expectedAnswers, noAnswers, proximityJob } from "./support/job-designs";
import { marked } from "./support/marked";
import { expect, test } from "./support/test";

for (const type of ["proximity", "audience"] as const) {
	test(`the main job in the browser, ${type}: from a saved design to the agent's answers, and to their end`, async ({
		database,
		service,
		openPageOf,
		startAgent,
	}) => {
		expect(service.database).toBe(database);
		const { designer, administrator, target, source } = await makeCast(service);
		const name = marked(type);
		const job = type === "proximity" ? proximityJob(name) : audienceJob(name, source);
		const saved = await job.save(designer.api);
		const agent = await startAgent(target.key);
		const answered = () => answersOf(agent, job, saved.id);
		const requests = () => designer.api.list(deployment, "/targeting/deployments", { q: name });
		const page = await openPageOf(designer);
		const dialog = page.getByRole("dialog");
		let loads = 0;

		await test.step("the designer opens the design", async () => {
			await page.goto("/designs");
			await page.getByRole("link", { name }).click();
			await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
			page.on("load", () => {
				loads += 1;
			});
		});

		await test.step("requests a build with a reason", async () => {
			await page.getByRole("button", { name: "Request build…" }).click();
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
			const [row] = await designer.api.list(buildListRow, "/targeting/builds", { q: name });
			expect(row).toMatchObject({ id: saved.id, deployments: [], builds: [{ status: "DONE", name }] });
			expect(row?.last_build_size).toBeGreaterThan(0);
		});

		await test.step("requests its deployment", async () => {
			await page.getByRole("button", { name: "Request deployment…" }).click();
			await dialog.getByLabel("Target").selectOption(target.id);
			await expect(dialog).toContainText("Replaces nothing. No build of this design is active there.");
			await dialog.getByLabel("Message").fill("Starts on Monday");
			await dialog.getByRole("button", { name: "Request deployment" }).click();
			await expect(dialog).toBeHidden();
			const asked = { status: "requested", requester: designer.email, target_id: target.id, new_build: true };
			expect(await requests()).toMatchObject([{ design_id: saved.id, ...asked }]);
		});

		await expect.poll(agent.isReady).toBe(true);
		expect(await answered(), "before activation").toEqual(noAnswers(job));
		const approvals = await openPageOf(administrator);

		await test.step("the administrator activates it in the queue", async () => {
			await approvals.goto("/approvals");
			const row = approvals.getByRole("list", { name: "Requests" }).getByRole("listitem").filter({ hasText: name });
			await expect(row).toHaveText(/\d [kM]?B/);
			await row.getByRole("link").click();
			const panel = approvals.getByRole("region", { name: "Request" });
			await expect(panel.getByRole("heading", { name })).toBeVisible();
			await expect(panel.getByTitle(designer.email)).toBeVisible();
			await expect(panel).toContainText("Starts on Monday");
			await panel.getByRole("button", { name: /^Activate/ }).click();
			await expect(row).toBeHidden();
			expect(await requests()).toMatchObject([{ status: "activated", deployer: administrator.email }]);
		});

		await expect.poll(answered).toEqual(expectedAnswers(job));

		await test.step("and the designer sees where it is, without loading the page again", async () => {
			const steps = page.getByRole("list", { name: "Where it is" }).getByRole("listitem");
			await expect(steps).toHaveText([
				"built, done",
				"requested, done",
				"approved, done",
				"loaded on 1 of 1 agent, done",
				/^(matches not counted|no matches today|[\d,]+ match(es)? today), /,
			]);
			await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Designs" }).click();
			const row = page.getByRole("row").filter({ hasText: name });
			await expect(
				row.getByRole("img", { name: /^Built, requested, approved; loaded on 1 of 1 agent; / }),
			).toBeVisible();
			expect(loads).toBe(0);
		});

		if (type === "audience") {
			await test.step("the first steps, called back from the help, end with what the agent reported", async () => {
				const guide = await openGuide(page);
				await expect(guide.getByRole("list", { name: "Getting started" })).toContainText(name);
				await expect(guide.getByRole("status").first()).toHaveText("7 of 7 done");
			});
		}

		await test.step("and ends it where it is live", async () => {
			const menu = approvals.getByRole("navigation", { name: "Main" });
			await menu.getByRole("link", { name: "Deployments" }).click();
			await approvals.getByRole("row").filter({ hasText: name }).filter({ hasText: target.name }).hover();
			await approvals.getByRole("button", { name: `Deactivate… ${name} on ${target.name}` }).click();
			const question = approvals.getByRole("dialog");
			await expect(question).toContainText(name);
			await question.getByRole("button", { name: "Deactivate" }).click();
			await expect(question).toBeHidden();
		});

		await expect.poll(answered).toEqual(noAnswers(job));
		expect(await requests()).toMatchObject([{ status: "deactivated", approved_at: expect.any(String) }]);
	});
}
