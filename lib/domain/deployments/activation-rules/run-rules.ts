import type { Miss } from "@/lib/contract/sentences/rule-misses";
import { findForTransition, tryLockSiblings } from "@/lib/domain/deployments/begin-transition";
import { type DeploymentRecord, loadDeployments } from "@/lib/domain/deployments/load-deployments";
import { proposedMoments } from "@/lib/domain/deployments/proposed-moments";
import { activateRecord, translateActivationConflict } from "@/lib/domain/deployments/transitions/activate-deployment";
import { writeSchedule } from "@/lib/domain/deployments/write-schedule";
import { announceTarget } from "@/lib/domain/targets/touch-target";
import { Prisma } from "@/lib/generated/prisma/client";
import type { RuleOutcome } from "@/lib/generated/prisma/enums";
import { isDatabaseAway } from "@/lib/platform/database-away";
import { transact } from "@/lib/platform/db/transact";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service, Transaction } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";
import { dayIn } from "@/lib/rules/time/zoned-day";
import { type DueRequest, findDueRequests } from "./find-due-requests";
import { judgeRequest, type RequestFacts } from "./judge-request";
import { lookAtRequest } from "./look-at-request";
import { principalOfRule, type RuleRecord, ruleInclude } from "./rule-record";
import { storedConditions } from "./stored-conditions";

/** Requests that one statement finds. */
const BATCH = 100;

/** Whether {@link runRules} may have something to do. */
export const mayRulesAct = () => Prisma.sql`EXISTS (SELECT FROM activation_rules r
	JOIN deployments x ON x.target_id = r.target_id AND x.status = 'requested' WHERE r.mode <> 'off')`;

/**
 * Lets the rules of all targets look at the pending requests for which something changed, each once
 * across all processes (docs/contract.md, Activation rules). An active rule activates those that
 * miss none of its conditions, with the rights that its author has now.
 * @returns the number of verdicts
 */
export async function runRules(service: Service): Promise<number> {
	for (let total = 0; ; ) {
		const rules = await service.prisma.activationRule.findMany({
			where: { mode: { not: "off" }, target: { deployments: { some: { status: "requested" } } } },
			include: ruleInclude,
		});
		if (rules.length === 0) return total;
		const byId = new Map(rules.map((rule) => [rule.id, rule]));
		let judged = 0;
		for (const due of await findDueRequests(service, rules, BATCH)) {
			const rule = byId.get(due.rule_id);
			if (rule !== undefined && (await settle(service, rule, due))) judged += 1;
		}
		total += judged;
		// The next run takes requests that another transaction has locked.
		if (judged < BATCH) return total;
	}
}

async function settle(service: Service, rule: RuleRecord, due: DueRequest): Promise<boolean> {
	try {
		return await judge(service, rule, due);
	} catch (thrown) {
		// The next run looks again: a verdict would keep the rule from it.
		if (isPassing(thrown)) return false;
		const refused = isDomainError(thrown);
		if (!refused) {
			logFailure(thrown, "a rule could not judge a request", { rule_id: rule.id, deployment_id: due.deployment_id });
		}
		const miss = refused
			? ({ code: "refused", figures: { message: thrown.message } } as const)
			: ({ code: "failed", figures: {} } as const);
		return recordMiss(service, rule, due, miss).catch((error: unknown) => {
			logFailure(error, "the verdict of a rule could not be recorded", { rule_id: rule.id });
			return false;
		});
	}
}

const isPassing = (thrown: unknown): boolean =>
	isDatabaseAway(thrown) || (isDomainError(thrown) && thrown.kind === "Unavailable");

/** Reads, judges and acts in one transaction, so that the inputs hold until the commit. */
async function judge(service: Service, known: RuleRecord, due: DueRequest): Promise<boolean> {
	const done = await transact(service.prisma, async (tx) => {
		const found = await claim(tx, known, due);
		if (found === null) return null;
		const { rule, record } = found;
		const day = dayIn(storedConditions(rule).time_zone, service.now());
		const today = countOf(rule, day);
		const facts = await lookAtRequest({ ...service, prisma: tx }, rule, record, today);
		const misses = judgeRequest(storedConditions(rule), facts);
		const outcome = misses.length > 0 ? "missed" : rule.mode === "active" ? "activated" : "would_activate";
		if (outcome === "activated") await activate(service, tx, rule, record, facts);
		if (outcome !== "missed") await count(tx, rule, day, today + 1);
		await writeVerdict(service, tx, rule, due, { digest: record.build.digest ?? "", outcome, misses });
		return { activatedOn: outcome === "activated" ? record.target_id : null };
	}).catch(translateActivationConflict);
	if (done === null) return false;
	if (done.activatedOn !== null) await announceTarget(service, done.activatedOn);
	return true;
}

/**
 * Locks the rule, which serializes its looks for the daily limit, and the deployments of the design
 * on the target. Null if something else has them, has looked already, or changed the rule or the
 * request since.
 */
async function claim(
	tx: Transaction,
	known: RuleRecord,
	{ deployment_id: deploymentId, lookedAt }: DueRequest,
): Promise<{ rule: RuleRecord; record: DeploymentRecord } | null> {
	const locked = await tx.$queryRaw<unknown[]>`
		SELECT FROM activation_rules WHERE id = ${known.id}::uuid AND revision = ${known.revision} AND mode <> 'off'
		FOR NO KEY UPDATE SKIP LOCKED`;
	if (locked.length === 0 || !(await tryLockSiblings(tx, deploymentId))) return null;
	const looked = await tx.ruleVerdict.findUnique({
		where: { deployment_id_rule_id: { deployment_id: deploymentId, rule_id: known.id } },
		select: { at: true },
	});
	if (looked?.at.getTime() !== lookedAt?.getTime()) return null;
	const rule = await tx.activationRule.findUnique({ where: { id: known.id }, include: ruleInclude });
	const [record] = await loadDeployments(tx, [deploymentId]);
	if (rule === null || record?.status !== "requested") return null;
	return { rule, record };
}

/**
 * Decides as a person would, at the revision that was judged, with the end that the requester
 * proposes.
 */
async function activate(
	service: Service,
	tx: Transaction,
	rule: RuleRecord,
	{ id, revision, build }: DeploymentRecord,
	facts: RequestFacts,
): Promise<void> {
	const principal = principalOfRule(rule);
	const expectation = { revision, digest: `sha256:${build.digest}` };
	const record = await findForTransition(tx, principal, id, "activate", expectation);
	const saw = JSON.parse(JSON.stringify(facts));
	const { deactivate } = proposedMoments(service, record);
	const activated = await activateRecord(service, tx, principal, record, {
		detail: { rule: rule.name, rule_id: rule.id, rule_revision: rule.revision, saw },
	});
	if (deactivate !== undefined) await writeSchedule(service, tx, principal, activated, { deactivate });
}

const countOf = (rule: RuleRecord, day: string): number => {
	const [counted, number] =
		rule.mode === "active" ? [rule.active_day, rule.active_count] : [rule.dry_day, rule.dry_count];
	return counted === day ? number : 0;
};

async function count(tx: Transaction, { id, mode }: RuleRecord, day: string, number: number): Promise<void> {
	const data = mode === "active" ? { active_day: day, active_count: number } : { dry_day: day, dry_count: number };
	await tx.activationRule.update({ where: { id }, data, select: { id: true } });
}

async function writeVerdict(
	service: Service,
	tx: Transaction,
	rule: RuleRecord,
	{ deployment_id: deploymentId, basis }: DueRequest,
	verdict: { readonly digest: string; readonly outcome: RuleOutcome; readonly misses: readonly Miss[] },
): Promise<void> {
	const now = service.now();
	const row = {
		...verdict,
		misses: JSON.parse(JSON.stringify(verdict.misses)),
		rule_revision: rule.revision,
		basis,
		retrospective: false,
		at: now,
	};
	await tx.ruleVerdict.upsert({
		where: { deployment_id_rule_id: { deployment_id: deploymentId, rule_id: rule.id } },
		create: { ...row, deployment_id: deploymentId, rule_id: rule.id },
		update: row,
		select: { id: true },
	});
}

/** Records an error of an evaluation in a transaction of its own. */
function recordMiss(service: Service, known: RuleRecord, due: DueRequest, miss: Miss): Promise<boolean> {
	return transact(service.prisma, async (tx) => {
		const found = await claim(tx, known, due);
		if (found === null) return false;
		const digest = found.record.build.digest ?? "";
		await writeVerdict(service, tx, found.rule, due, { digest, outcome: "missed", misses: [miss] });
		return true;
	});
}
