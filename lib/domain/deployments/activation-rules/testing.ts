import { type ActivationRule, createRuleBody, type WantedConditions } from "@/lib/contract/activation-rule";
import type { Principal } from "@/lib/domain/access/principal";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import type { Service } from "@/lib/platform/service";
import { completeABuild, createProximityDesign, type World } from "@/lib/tools/testing/world";
import { createRule } from "./create-rule";
import { editRule } from "./edit-rule";

/** A design that is activated on a target, and a request for its refreshed build. */
export interface Refresh {
	readonly designId: string;
	readonly activeId: string;
	/** The pending request. */
	readonly id: string;
}

/** Steps of tests of rules, on the first target of a world. */
export class RuleScene {
	readonly service: Service;
	readonly world: World;
	readonly targetId: string;

	constructor(service: Service, world: World, targetId = world.target.id) {
		this.service = service;
		this.world = world;
		this.targetId = targetId;
	}

	/** Creates a rule, in a dry run unless it is turned on. */
	async rule(
		wanted: Partial<WantedConditions> = {},
		{ mode = "active", principal = this.world.administrator, name = `Rule ${Math.random()}` } = {} as {
			mode?: "dry_run" | "active";
			principal?: Principal;
			name?: string;
		},
	): Promise<ActivationRule> {
		const { service, targetId } = this;
		const body = createRuleBody.parse({ name, conditions: wanted });
		const rule = await createRule(service, principal, targetId, body);
		return mode === "dry_run" ? rule : editRule(service, principal, targetId, rule.id, { mode });
	}

	/** Has an agent report that it has loaded everything, or all but some. */
	async report(but: readonly string[] = []): Promise<void> {
		const { service, targetId } = this;
		const active = await service.prisma.deployment.findMany({
			where: { target_id: targetId, status: "activated" },
			select: { id: true },
		});
		await recordAgentReport(
			service,
			{ agentKeyId: targetId, targetId },
			{
				instance_id: "agent",
				version: "1.0.0",
				tags: [],
				memory_used: 0,
				memory_limit: null,
				deployments: active
					.filter(({ id }) => !but.includes(id))
					.map(({ id }) => ({ deployment_id: id, state: "loaded", digest: null, error: null })),
			},
		);
	}

	/** Builds a design and requests it. */
	async request(size = 1_000, requester = this.world.designer): Promise<{ designId: string; id: string }> {
		const { id: designId } = await createProximityDesign(this.service, requester);
		return { designId, id: await this.requestAgain(designId, size, requester) };
	}

	/** Builds a design again and requests that build. */
	async requestAgain(designId: string, size = 1_000, requester = this.world.designer): Promise<string> {
		const buildId = await completeABuild(this.service, requester, designId, size);
		return (await requestDeployment(this.service, requester, buildId, { targetId: this.targetId })).id;
	}

	/** A request for a design's next build, whose file had 1,000 bytes. */
	async replacement(size = 1_000, requester = this.world.designer): Promise<Refresh> {
		const { designId, id: activeId } = await this.request(1_000, requester);
		await activateDeployment(this.service, this.world.administrator, activeId);
		return { designId, activeId, id: await this.requestAgain(designId, size, requester) };
	}

	/** {@link replacement}, with an agent in sync. */
	async refresh(size = 1_000, requester = this.world.designer): Promise<Refresh> {
		const refresh = await this.replacement(size, requester);
		await this.report();
		return refresh;
	}

	async statusOf(id: string): Promise<string | undefined> {
		return (await this.service.prisma.deployment.findUnique({ where: { id }, select: { status: true } }))?.status;
	}

	/** Outcome and codes of the misses of a rule's verdict. */
	async verdict(ruleId: string, deploymentId: string): Promise<string> {
		const found = await this.service.prisma.ruleVerdict.findUnique({
			where: { deployment_id_rule_id: { deployment_id: deploymentId, rule_id: ruleId } },
		});
		if (found === null) return "none";
		const misses = found.misses as { code: string }[];
		return [found.outcome, ...misses.map(({ code }) => code)].join(" ");
	}
}
