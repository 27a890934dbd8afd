import type { Miss, MissCode, MissFigures } from "@/lib/contract/sentences/rule-misses";
import type { StoredConditions } from "./stored-conditions";

/**
 * The attributes of a request that a rule judges. They are stored with an activation, so they name
 * people by e-mail.
 */
export interface RequestFacts {
	readonly author: { readonly email: string; readonly problem: "disabled" | "no_right" | null };
	/** Whether the target's four-eyes rule leaves the request to others than the author. */
	readonly barred: boolean;
	readonly scheduledAt: string | null;
	/** When its requester proposes to activate it, if that is to come. */
	readonly proposedAt: string | null;
	/** Whether a decision on it has been undone. */
	readonly isUndone: boolean;
	/** Whether it waits for its requester to answer a question. */
	readonly isAsked: boolean;
	/** Whether another request of the design is for a newer build, or was made later. */
	readonly isNewerPending: boolean;
	readonly buildDate: Date;
	readonly size: number;
	readonly items: number;
	/** The activated build of the design; null: none. */
	readonly activated: { readonly buildDate: Date; readonly size: number; readonly items: number } | null;
	/** Targeting codes that the activated build does not have, and that only it has. */
	readonly codes: { readonly added: readonly string[]; readonly removed: readonly string[] };
	readonly organization: { readonly id: string; readonly name: string };
	readonly warnings: readonly { readonly code: string; readonly message: string }[];
	/** How many administrators the target requires. */
	readonly approvals: number;
	/** Why an activation would be refused otherwise. */
	readonly refusal: string | null;
	/** Whether the rule and its target are open, and when both are next. */
	readonly open: boolean;
	readonly opensAt: Date | null;
	/** How many the rule has activated on this day. */
	readonly today: number;
}

/**
 * The conditions of a rule that a request misses (docs/contract.md, Activation rules); none: the
 * rule activates it. A dry run and an active rule judge alike.
 */
export function judgeRequest(conditions: StoredConditions, facts: RequestFacts): Miss[] {
	const misses = [...missesOfAll(facts), ...missesOfChosen(conditions, facts)];
	const { daily_limit: limit } = conditions;
	if (misses.length > 0 || limit === null || facts.today < limit) return misses;
	return [miss("daily_limit", { limit })];
}

/** Misses by the conditions that every rule has. */
function missesOfAll(facts: RequestFacts): Miss[] {
	const { author, activated, scheduledAt, proposedAt } = facts;
	return [
		...(author.problem === null ? [] : [miss("author", { author: author.email, problem: author.problem })]),
		...(facts.barred ? [miss("four_eyes", { author: author.email })] : []),
		...(facts.isUndone ? [miss("undone", {})] : []),
		...(facts.isAsked ? [miss("question", {})] : []),
		...(scheduledAt === null ? [] : [miss("scheduled", { at: scheduledAt })]),
		...(proposedAt === null ? [] : [miss("proposed_later", { at: proposedAt })]),
		...(facts.isNewerPending ? [miss("newer_request", {})] : []),
		...(activated !== null && activated.buildDate > facts.buildDate
			? [miss("older_build", { activated_build_date: activated.buildDate.toISOString() })]
			: []),
		...(facts.approvals === 1 ? [] : [miss("approvals", { required: facts.approvals })]),
		...(facts.refusal === null ? [] : [miss("refused", { message: facts.refusal })]),
		...(facts.open ? [] : [miss("outside_hours", { opens_at: facts.opensAt?.toISOString() ?? null })]),
	];
}

function missesOfChosen(conditions: StoredConditions, facts: RequestFacts): Miss[] {
	const { activated, organization, codes, warnings } = facts;
	const { organizationIds, change_within_percent: limit } = conditions;
	const compares = conditions.same_targeting_codes || limit !== null;
	return [
		...(organizationIds === null || organizationIds.includes(organization.id)
			? []
			: [miss("organization", { organization: organization.name })]),
		...(activated === null && (conditions.active_build || compares) ? [miss("no_active_build", {})] : []),
		...(activated !== null && conditions.same_targeting_codes && codes.added.length + codes.removed.length > 0
			? [miss("targeting_codes", codes)]
			: []),
		...(activated === null || limit === null
			? []
			: [
					...missOfChange("size", { before: activated.size, after: facts.size, limit }),
					...missOfChange("items", { before: activated.items, after: facts.items, limit }),
				]),
		...(conditions.no_warnings && warnings.length > 0
			? [
					miss("warnings", {
						codes: warnings.map(({ code }) => code),
						messages: warnings.map(({ message }) => message),
					}),
				]
			: []),
	];
}

/** Products rather than quotients, which are exact at the limit itself. */
function missOfChange(code: "size" | "items", change: MissFigures["size"]): Miss[] {
	const { before, after, limit } = change;
	return Math.abs(after - before) * 100 <= limit * before ? [] : [miss(code, change)];
}

const miss = <Code extends MissCode>(code: Code, figures: MissFigures[Code]): Extract<Miss, { code: Code }> =>
	({ code, figures }) as Extract<Miss, { code: Code }>;
