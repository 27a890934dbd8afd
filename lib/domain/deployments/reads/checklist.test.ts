import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DeploymentChecklist, deploymentChecklist } from "@/lib/contract/checklist";
import { commentOnDeployment } from "@/lib/domain/deployments/comments/comment-on-deployment";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { cancelDeployment } from "@/lib/domain/deployments/transitions/cancel-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { tagDeployment } from "@/lib/domain/deployments/transitions/tag-deployment";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { NotFoundError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { completeABuild, createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { getChecklist } from "./get-checklist";

type State = "pending" | "downloading" | "loaded" | "failed" | "refused";

describe.each(testDatabaseKinds())("the checklist of a deployment on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const checklist = async (id: string, principal = world.administrator): Promise<DeploymentChecklist> =>
		deploymentChecklist.parse(await getChecklist(service, principal, id));
	const states = ({ steps }: DeploymentChecklist) => steps.map(({ state }) => state).join(" ");
	const report = (
		instance: string,
		id: string,
		state: State | null,
		tags: string[] = [],
		error: string | null = null,
	) =>
		recordAgentReport(
			service,
			{ agentKeyId: world.target.id, targetId: world.target.id },
			{
				instance_id: instance,
				version: "1.0.0",
				tags,
				memory_used: 0,
				memory_limit: null,
				deployments: state === null ? [] : [{ deployment_id: id, state, digest: null, error }],
			},
		);

	test("steps follow the deployment from request to answers and claim no more than agents report", async () => {
		const { deployment } = await createRequest(service, world);
		const { id } = deployment;
		const waiting = await checklist(id, world.designer);
		expect(states(waiting)).toBe("done done waiting waiting waiting waiting");
		expect(waiting).toMatchObject({ live: false, steps: [{ by: world.designer.email }, {}, { by: null }, {}, {}, {}] });
		expect(waiting.steps[2]?.next).toContain("An administrator of north-eu");
		expect(waiting.steps[3]?.message).toContain("has reported yet");
		await expect(checklist(id, world.outsider)).rejects.toThrow(NotFoundError);

		await commentOnDeployment(service, world.administrator, id, { text: "Why now?", question: true });
		expect((await checklist(id, world.designer)).steps[2]).toMatchObject({
			code: "question_open",
			message: `It is waiting for ${world.designer.email} to answer a question.`,
		});
		await commentOnDeployment(service, world.designer, id, { text: "It is May.", question: false });
		expect((await checklist(id)).steps[2]).toMatchObject({ code: "undecided" });

		await activateDeployment(service, world.administrator, id);
		const rename = (firstName: string, lastName: string) =>
			service.prisma.user.update({
				where: { id: world.administrator.userId },
				data: { first_name: firstName, last_name: lastName },
				select: { id: true },
			});
		await rename("Mira", "Lang");
		expect((await checklist(id)).steps[2]).toMatchObject({
			message: "Mira Lang activated it.",
			by: world.administrator.email,
			by_person: { id: world.administrator.userId, name: "Mira Lang" },
		});
		await rename("", "");
		const noAgent = await checklist(id);
		expect(states(noAgent)).toBe("done done done waiting waiting waiting");
		expect(noAgent.steps[2]).toMatchObject({ by: world.administrator.email });

		await report("a", id, null, ["north"]);
		const untagged = await checklist(id);
		expect(untagged.steps[3]).toMatchObject({
			state: "waiting",
			next: expect.stringContaining("a tag of an agent: north"),
		});
		expect(untagged.summary).toContain("It has no tag");
		// Only the partner's administrators may know the tags of the partner's agents.
		expect(JSON.stringify(await checklist(id, world.designer))).not.toContain("a tag of an agent: ");
		await tagDeployment(service, world.administrator, id, { tags: ["north"] });
		expect(states(await checklist(id))).toBe("done done done done waiting waiting");
		await report("a", id, "downloading", ["north"]);
		expect((await checklist(id)).steps[4]?.message).toBe("a is downloading the file.");
		await report("a", id, "loaded", ["north"]);
		await report("b", id, "pending");
		const half = await checklist(id);
		expect(states(half)).toBe("done done done done waiting waiting");
		expect(half).toMatchObject({ live: true, summary: expect.stringContaining("loaded on 1 of 2 agents") });
		await report("b", id, "failed", [], "the digest is another one");
		const failed = await checklist(id);
		expect(states(failed)).toBe("done done done done failed failed");
		expect(failed.steps[5]?.message).toContain("the digest is another one");
		await report("b", id, "refused", [], "not enough memory");
		const refused = await checklist(id);
		expect(states(refused)).toBe("done done done done done failed");
		expect(refused.steps[5]?.message).toContain("b refused it: not enough memory");
		await report("b", id, "loaded");
		expect(states(await checklist(id))).toBe("done done done done done done");

		service.advance(31_000);
		const silent = await checklist(id);
		expect(states(silent)).toBe("done done done done waiting waiting");
		expect(silent).toMatchObject({
			live: false,
			summary: expect.stringMatching(/^We can't tell whether.* have been offline/),
		});
		await report("a", id, "loaded", ["north"]);
		expect(await checklist(id)).toMatchObject({
			live: true,
			summary: expect.stringMatching(/^It is live on .*: loaded on 1 of 2 agents; 1 is offline\.$/),
		});
	});

	test("the summary has the reason when every agent refuses the file", async () => {
		const { deployment } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, deployment.id);
		for (const agent of ["a", "b"]) await report(agent, deployment.id, "refused", [], "not enough memory");
		const answer = await checklist(deployment.id);
		expect(states(answer)).toBe("done done done done not_applicable failed");
		expect(answer).toMatchObject({ live: false, summary: expect.stringContaining("refused it: not enough memory") });
	});

	test("an ended request names the person and the reason", async () => {
		const { deployment: rejected } = await createRequest(service, world);
		await rejectDeployment(service, world.administrator, rejected.id, { message: "too large" });
		const answer = await checklist(rejected.id, world.designer);
		expect(states(answer)).toBe("done done failed done not_applicable not_applicable");
		expect(answer.steps[2]).toMatchObject({
			by: world.administrator.email,
			message: `${world.administrator.email} rejected it. “too large”`,
		});
		const { deployment: cancelled } = await createRequest(service, world);
		await cancelDeployment(service, world.designer, cancelled.id, {});
		expect((await checklist(cancelled.id)).steps[2]).toMatchObject({ state: "failed", by: world.designer.email });
	});

	test("a replaced deployment says so and names the agents that still have it", async () => {
		const { design, deployment: first } = await createRequest(service, world);
		await activateDeployment(service, world.administrator, first.id);
		const buildId = await completeABuild(service, world.designer, design.id);
		const second = await requestDeployment(service, world.designer, buildId, { targetId: world.target.id });
		await activateDeployment(service, world.administrator, second.id);
		await report("b", first.id, "loaded");
		const answer = await checklist(first.id);
		expect(answer).toMatchObject({ live: false });
		expect(answer.steps[2]).toMatchObject({
			state: "waiting",
			message: `It was deactivated by ${world.administrator.email}, when another build replaced it.`,
		});
		expect(answer.steps[5]?.message).toContain("b still has it");
	});
});
