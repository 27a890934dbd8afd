import { buildListRow } from "@/lib/contract/build";
import { deployment } from "@/lib/contract/deployment";
import { design } from "@/lib/contract/design";
import { makeCast } from "../support/cast";
import { answersOf, audienceJob, expectedAnswers, noAnswers, proximityJob } from "../support/job-designs";
import { marked } from "../support/marked";
import { expect, test } from "../support/test";

for (const type of ["proximity", "audience"] as const) {
	test(`${type}: built, activated, answering, deactivated, activated again, deleted`, async ({
		database,
		service,
		startAgent,
	}) => {
		expect(service.database).toBe(database);
		const { designer, administrator, target, source } = await makeCast(service);
		const [customer, partner] = [designer.api, administrator.api];
		const name = marked(type);
		const job = type === "proximity" ? proximityJob(name) : audienceJob(name, source);
		const agent = await startAgent(target.key);
		await expect.poll(agent.isReady).toBe(true);

		const { id } = await job.save(customer);
		const path = `/targeting/designs/${id}`;
		const answered = () => answersOf(agent, job, id);
		const requested = await customer.act(design, `${path}/request`, { reason: "Spring campaign" });
		expect(requested.status).toBe("requested");
		const statusOf = async () => {
			const [row] = await customer.list(design, "/targeting/designs", { q: job.name });
			return row?.status;
		};
		await expect.poll(statusOf).toBe("built");

		const [row] = await customer.list(buildListRow, "/targeting/builds", { q: job.name });
		const asked = await customer.act(deployment, `/targeting/builds/${row?.last_build_id}/request`, {
			targetId: target.id,
		});
		expect(asked.status).toBe("requested");
		expect(await answered(), "before activation").toEqual(noAnswers(job));

		const decide = (action: string) => partner.act(deployment, `/targeting/deployments/${asked.id}/${action}`);
		for (const [action, status, expected] of [
			["activate", "activated", expectedAnswers(job)],
			["deactivate", "deactivated", noAnswers(job)],
			["activate", "activated", expectedAnswers(job)],
		] as const) {
			expect((await decide(action)).status).toBe(status);
			await expect.poll(answered, { message: `after ${action}` }).toEqual(expected);
		}
		await partner.remove(`/targeting/deployments/${asked.id}/delete`);
		await expect.poll(answered, { message: "after delete" }).toEqual(noAnswers(job));
	});
}
