import type { RuleLine } from "@/lib/contract/activation-rule";
import { mayAdministerTarget } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import type { Transaction } from "@/lib/platform/service";
import { describeMisses, namedAuthor } from "./describe-misses";

/**
 * The lines of rules about each deployment, by its id, for administrators of its target: the last
 * verdicts on a pending request, or the rule that activated it.
 */
export async function loadRuleLines(
	db: Transaction,
	principal: Principal,
	records: readonly Pick<DeploymentRecord, "id" | "status" | "target">[],
): Promise<Map<string, RuleLine[]>> {
	const ids = (wanted: (status: string) => boolean) =>
		records
			.filter(({ status, target }) => wanted(status) && mayAdministerTarget(principal, target))
			.map(({ id }) => id);
	const [pending, activated] = [ids((status) => status === "requested"), ids((status) => status === "activated")];
	if (pending.length + activated.length === 0) return new Map();
	const verdicts = await db.ruleVerdict.findMany({
		where: {
			OR: [
				{ deployment_id: { in: pending }, rule: { mode: { not: "off" } } },
				{ deployment_id: { in: activated }, outcome: "activated" },
			],
		},
		include: { rule: { select: { name: true, mode: true, author: { select: namedAuthor } } } },
		orderBy: [{ outcome: "asc" }, { at: "asc" }, { id: "asc" }],
	});
	const lines = new Map<string, RuleLine[]>();
	for (const { deployment_id: deploymentId, rule_id: ruleId, rule, outcome, misses, at } of verdicts) {
		const { author, ...named } = rule;
		const said = describeMisses(misses, author);
		const line = { rule_id: ruleId, ...named, outcome, misses: said, at: at.toISOString() };
		lines.set(deploymentId, [...(lines.get(deploymentId) ?? []), line]);
	}
	return lines;
}
