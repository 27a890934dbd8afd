import { agentName } from "@/components/kit/status/agent-name";
import { formatBytes, formatPlural } from "@/lib/browser/format";
import type { Overview } from "@/lib/contract/overview";
import type { Dismissal } from "@/lib/contract/overview-dismissal";
import { isolate } from "@/lib/rules/text/isolate";

/** A task or notice for the reader. */
export interface AttentionItem {
	readonly key: string;
	readonly tone: "bad" | "warn";
	/** The event and its object. */
	readonly title: string;
	/** The reason and details; null where the title is enough. */
	readonly reason: string | null;
	/** Since when; null where that is not known. */
	readonly at: string | null;
	/** The next step; null where nothing on these pages helps. */
	readonly action: { readonly label: string; readonly href: string } | null;
	/** By which the reader hides it until it happens again; absent for what somebody has to do. */
	readonly dismissal?: Pick<Dismissal, "kind" | "object_id">;
}

/** Further items, by the list that has them all. */
export interface AttentionRest {
	readonly words: string;
	readonly href: string;
}

type Section<Row> = { readonly total: number; readonly link: string; readonly rows: readonly Row[] };

const HOLDS = { data_dir: "DATA_DIR", file_store: "the file store" } as const;

/** The service's own problems, which operators see. */
function serviceItems({ disks, unlisted_proxies }: Overview): AttentionItem[] {
	const full = disks.map(({ directory, holds, free_bytes, total_bytes, room }): AttentionItem => {
		const left = `${directory} (${holds.map((part) => HOLDS[part]).join(" and ")}) has ${formatBytes(free_bytes)} left of ${formatBytes(total_bytes)}.`;
		return {
			key: `disk ${directory}`,
			tone: room === "none" ? "bad" : "warn",
			title: room === "none" ? "A disk of the service is full" : "A disk of the service is nearly full",
			reason:
				room === "none"
					? `${left} Free up space; paused work then resumes automatically.`
					: `${left} Free up space before imports, uploads and builds fail.`,
			at: null,
			action: null,
		};
	});
	if (unlisted_proxies.length === 0) return full;
	const proxies = unlisted_proxies.join(" and ");
	return [
		...full,
		{
			key: "proxies",
			tone: "warn",
			title: "A proxy forwards requests without being named in TRUSTED_PROXIES",
			reason: `All clients of ${proxies} share one address in limits, the audit log and the address rules of API keys. Name the proxy in TRUSTED_PROXIES and restart the service.`,
			at: null,
			action: null,
		},
	];
}

function loadItems({ failed: { loads, silent_targets } }: Overview): AttentionItem[] {
	return [
		...loads.rows.map(
			({ deployment_id, design_name, target, agent, state, error, since }): AttentionItem => ({
				key: `load ${deployment_id} ${agent}`,
				tone: "bad",
				title: `${isolate(design_name)} is not live on ${isolate(target)}`,
				reason: `${agentName(agent)} ${state === "failed" ? "failed to load it" : "refused it"}${error === null ? "." : `: ${error}`}`,
				at: since,
				action: { label: "View deployment", href: `/deployments/${deployment_id}` },
				dismissal: { kind: "load", object_id: deployment_id },
			}),
		),
		...(silent_targets?.rows ?? []).map(
			({ target_id, target, activated, last_seen_at }): AttentionItem => ({
				key: `silent ${target_id}`,
				// To start the first one is a step, and no failure.
				tone: last_seen_at === null ? "warn" : "bad",
				title: last_seen_at === null ? `${isolate(target)} needs an agent` : `${isolate(target)} has no agent online`,
				reason:
					last_seen_at === null
						? `${formatPlural(activated, "approved deployment is", "approved deployments are")} waiting for an agent.`
						: `We can't confirm that ${formatPlural(activated, "approved deployment answers", "approved deployments answer")} lookups.`,
				at: last_seen_at,
				action: { label: "View target", href: `/targets/${target_id}` },
			}),
		),
	];
}

function requestItems({ failed: { schedules, requests }, waiting: { my_requests } }: Overview): AttentionItem[] {
	return [
		...my_requests.rows
			.filter(({ question_from }) => question_from !== null)
			.map(
				({ deployment_id, design_name, target, question_from }): AttentionItem => ({
					key: `question ${deployment_id}`,
					tone: "warn",
					title: `${isolate(question_from ?? "")} asks about ${isolate(design_name)} on ${isolate(target)}`,
					reason: "The request is waiting for your answer.",
					at: null,
					action: { label: "Answer", href: `/deployments/${deployment_id}#conversation` },
				}),
			),
		...requests.rows.map(
			({ deployment_id, design_id, design_name, target, outcome, reason, at }): AttentionItem => ({
				key: `ended ${deployment_id}`,
				tone: outcome === "rejected" ? "bad" : "warn",
				title:
					outcome === "rejected"
						? `${isolate(design_name)} was rejected for ${isolate(target)}`
						: `The request of ${isolate(design_name)} for ${isolate(target)} expired`,
				reason: outcome === "rejected" ? reason : "Nobody decided on it in time.",
				at,
				action:
					outcome === "rejected"
						? { label: "Edit design", href: `/designs/${design_id}` }
						: { label: "Request again", href: `/designs/${design_id}` },
				dismissal: { kind: "request", object_id: deployment_id },
			}),
		),
		...schedules.rows.map(
			({ deployment_id, design_name, target, action, at, problem }): AttentionItem => ({
				key: `schedule ${deployment_id} ${at}`,
				tone: "warn",
				title: `${isolate(design_name)} on ${isolate(target)} was not ${action}d as scheduled`,
				reason: problem,
				at,
				action: { label: "Reschedule", href: `/deployments/${deployment_id}` },
				dismissal: { kind: "schedule", object_id: deployment_id },
			}),
		),
	];
}

/** A build that the service retries shows here, too, as it may need room or a source. */
function buildItems({ failed: { builds }, waiting }: Overview): AttentionItem[] {
	return [
		...builds.rows.map(
			({ build_id, design_id, design_name, status, status_reason, requested_at }): AttentionItem => ({
				key: `build ${build_id}`,
				tone: "bad",
				title:
					status === "failed"
						? `The build of ${isolate(design_name)} failed`
						: `The build of ${isolate(design_name)} was rejected`,
				reason: status_reason,
				at: requested_at,
				action:
					status === "failed"
						? { label: "View design", href: `/designs/${design_id}` }
						: { label: "Edit design", href: `/designs/${design_id}` },
				dismissal: { kind: "build", object_id: design_id },
			}),
		),
		...waiting.builds.rows
			.filter(({ status, status_reason }) => status === "requested" && status_reason !== null)
			.map(
				({ build_id, design_id, design_name, status_reason, requested_at }): AttentionItem => ({
					key: `paused ${build_id}`,
					tone: "warn",
					title: `The build of ${isolate(design_name)} is paused`,
					reason: `We'll retry automatically. ${status_reason}`,
					at: requested_at,
					action: { label: "View design", href: `/designs/${design_id}` },
				}),
			),
	];
}

const URGENCY = { bad: 0, warn: 1 } as const;

/**
 * Items that need attention: the service's own problems first, then failures and warnings.
 */
export function attentionItems(overview: Overview): AttentionItem[] {
	const items = [...serviceItems(overview), ...loadItems(overview), ...buildItems(overview), ...requestItems(overview)];
	return items.toSorted((one, other) => URGENCY[one.tone] - URGENCY[other.tone]);
}

/** What the page shows, in a few words: `2 problems · 1 warning · 3 requests to review`. */
export function attentionSummary(overview: Overview): string {
	const items = attentionItems(overview);
	const count = (tone: AttentionItem["tone"]) => items.filter((item) => item.tone === tone).length;
	const [bad, warn, toReview] = [count("bad"), count("warn"), overview.waiting.to_decide?.total ?? 0];
	const words = [
		...(bad === 0 ? [] : [formatPlural(bad, "problem")]),
		...(warn === 0 ? [] : [formatPlural(warn, "warning")]),
		...(toReview === 0 ? [] : [formatPlural(toReview, "request to review", "requests to review")]),
	];
	return words.length === 0 ? "All clear" : words.join(" · ");
}

/** The lists that have more than the items show. */
export function attentionRest({ failed }: Overview): AttentionRest[] {
	const rest = (section: Section<unknown> | null, one: string, many: string): AttentionRest[] => {
		const more = section === null ? 0 : section.total - section.rows.length;
		return section === null || more === 0
			? []
			: [{ words: `${formatPlural(more, `more ${one}`, `more ${many}`)}`, href: section.link }];
	};
	return [
		...rest(failed.loads, "deployment that failed to load", "deployments that failed to load"),
		...rest(failed.silent_targets, "target with no agent online", "targets with no agent online"),
		...rest(failed.builds, "design whose build failed", "designs whose builds failed"),
		...rest(failed.requests, "ended request", "ended requests"),
		...rest(failed.schedules, "missed schedule", "missed schedules"),
	];
}
