import type { ActivationPreview } from "@/lib/contract/preview";
import { barredByFourEyes } from "@/lib/domain/access/access";
import { requiredApprovals } from "@/lib/domain/deployments/approvals";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { previewActivation } from "@/lib/domain/deployments/preview/preview-activation";
import { loadOpeningHours } from "@/lib/domain/targets/load-opening-hours";
import type { Reader } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import type { RequestFacts } from "./judge-request";
import { clockOfRule, hoursOfRule, openingOfRule } from "./rule-clock";
import { principalOfRule, problemOfAuthor, type RuleRecord } from "./rule-record";
import { storedConditions } from "./stored-conditions";

/** Warnings that the rule's own conditions already cover. */
const COVERED_WARNINGS: ReadonlySet<string> = new Set(["four_eyes", "scheduled", "newer_request", "outside_window"]);

/**
 * Looks at a pending request as the rule's author would: by the preview of its activation.
 * @param service in a transaction that has locked the deployments of the design on the target
 * @param today how many the rule has activated today
 */
export async function lookAtRequest(
	service: Reader,
	rule: RuleRecord,
	record: DeploymentRecord,
	today: number,
): Promise<RequestFacts> {
	const preview = await previewActivation(service, principalOfRule(rule), record.id).catch((thrown: unknown) => {
		// An author who lost the right may not see it either.
		if (thrown instanceof NotFoundError) return null;
		throw thrown;
	});
	const { prisma: db } = service;
	const isNewerPending = await isNewerRequestPending(db, record);
	const now = service.now();
	const conditions = storedConditions(rule);
	const hours = hoursOfRule(conditions, (await loadOpeningHours(db, [record.target_id], now)).get(record.target_id));
	const { open } = clockOfRule(hours, now);
	const { requester_org_id: requesterOrgId, requesterOrg, proposed_activate_at: proposed } = record;
	const common = {
		author: { email: rule.author.email, problem: problemOfAuthor(rule) ?? (preview === null ? "no_right" : null) },
		barred: barredByFourEyes(rule.voucher_ids, record),
		scheduledAt: preview?.schedule?.activate_at ?? null,
		proposedAt: proposed !== null && proposed > now ? proposed.toISOString() : null,
		// After a person has undone a decision, no rule decides the request.
		isUndone: record.pending_again_at !== null,
		isAsked: record.open_question_id !== null,
		isNewerPending,
		buildDate: record.build_date,
		size: Number(record.build_size),
		organization: { id: requesterOrgId, name: requesterOrg.name },
		open,
		opensAt: open ? null : openingOfRule(hours, now),
		approvals: requiredApprovals(record, "activate"),
		today,
	} as const;
	if (preview === null) {
		return { ...common, items: 0, activated: null, codes: { added: [], removed: [] }, warnings: [], refusal: null };
	}
	return {
		...common,
		items: preview.items.after,
		activated: activatedBuild(preview),
		codes: changedCodes(preview.sets),
		warnings: preview.warnings.filter(({ code }) => !COVERED_WARNINGS.has(code)),
		refusal: preview.refusal === null || AUTHOR_REFUSALS.has(preview.refusal.code) ? null : preview.refusal.message,
	};
}

const AUTHOR_REFUSALS: ReadonlySet<string> = new Set(["right", "four_eyes"]);

function activatedBuild({ replaces, items }: ActivationPreview): RequestFacts["activated"] {
	if (replaces === null) return null;
	return { buildDate: new Date(replaces.build_date), size: replaces.filesize, items: items.before ?? 0 };
}

/** A code may move from one set to another. */
function changedCodes({ added, removed, changed }: ActivationPreview["sets"]): RequestFacts["codes"] {
	const after = [...added, ...changed].map((set) => set.targeting_code);
	const before = [
		...removed.map((set) => set.targeting_code),
		...changed.map(({ targeting_code_before }) => targeting_code_before),
	];
	return {
		added: after.filter((code) => !before.includes(code)),
		removed: before.filter((code) => !after.includes(code)),
	};
}

/**
 * Of several pending requests for a design, the newest build that was also requested last is
 * taken. Where these are two, people decide.
 */
async function isNewerRequestPending(db: Reader["prisma"], record: DeploymentRecord): Promise<boolean> {
	const { id, design_id: designId, target_id: targetId, requested_at: requestedAt, build_date: buildDate } = record;
	const newer = await db.deployment.findFirst({
		where: {
			design_id: designId,
			target_id: targetId,
			status: "requested",
			id: { not: id },
			OR: [{ requested_at: { gt: requestedAt } }, { build_date: { gt: buildDate } }],
		},
		select: { id: true },
	});
	return newer !== null;
}
