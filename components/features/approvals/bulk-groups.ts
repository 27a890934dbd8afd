import { splitForBulk } from "@/components/features/deployments/bulk-words";
import { namesOf } from "@/components/features/deployments/mixed-names";
import { formatBytes } from "@/lib/browser/format";
import type { BulkPreview } from "@/lib/contract/bulk-preview";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationWarning } from "@/lib/contract/preview";
import { isolate } from "@/lib/rules/text/isolate";
import { mixedScriptsWords } from "@/lib/rules/text/mixed-scripts";

/** Requests of a bulk decision that the same is warned of. */
export interface BulkGroup {
	/** A warning of the service or of the page itself; `plain`: nothing unusual. */
	code: ActivationWarning["code"] | "memory_together" | "older_build" | "mixed_letters" | "plain";
	title: string;
	requests: readonly { request: DeploymentDetail; why: string | null }[];
}

/** Titles of groups, the gravest first; a warning that is not named here stands by its own sentence. */
const TITLES: Partial<Record<BulkGroup["code"], string>> = {
	exceeds_memory: "Would exceed the memory",
	memory_together: "Would exceed the memory together with the others",
	outside_window: "Outside of the target's window",
	sensitive_places: "On sensitive places",
	places_not_compared: "Not compared with sensitive places yet",
	mixed_letters: "Names with letters of several alphabets",
	older_build: "Older build of a design that is selected with a newer one",
	abnormally_large: "Larger than usual",
	no_living_agent: "No agent online",
	not_tagged_for_agents: "No agent loads their tags",
	superseded: "A newer build exists",
	newer_request: "A newer request is pending",
};
const ORDER = Object.keys(TITLES) as BulkGroup["code"][];

const rankOf = (code: BulkGroup["code"]) => {
	const rank = ORDER.indexOf(code);
	return rank < 0 ? ORDER.length : rank;
};

/**
 * The requests by the gravest thing that each is warned of. Those that are nothing unusual come
 * first, as far as they fit into the memory of their targets together, in the order given.
 */
export function bulkGroups(chosen: readonly DeploymentDetail[], preview: BulkPreview | null): BulkGroup[] {
	const { able, leftOut } = splitForBulk("activate", chosen);
	const items = new Map(preview?.items.map((item) => [item.id, item]));
	const groups = new Map<BulkGroup["code"], BulkGroup>();
	const put = (code: BulkGroup["code"], title: string, request: DeploymentDetail, why: string | null) => {
		const group = groups.get(code) ?? { code, title, requests: [] };
		groups.set(code, { ...group, requests: [...group.requests, { request, why }] });
	};
	const plain: DeploymentDetail[] = [];
	for (const request of able) {
		const warnings = items.get(request.id)?.warnings ?? [];
		const [gravest] = [...warnings].sort((a, b) => rankOf(a.code) - rankOf(b.code));
		const mixed = mixedNameOf(request);
		if (gravest === undefined && mixed !== null) put("mixed_letters", TITLES.mixed_letters ?? "", request, mixed);
		else if (gravest === undefined) plain.push(request);
		else put(gravest.code, TITLES[gravest.code] ?? "Worth a look", request, gravest.message);
	}
	const fits = fitting(plain, preview);
	for (const request of plain) {
		if (fits.has(request.id)) put("plain", "Nothing unusual", request, null);
		else put("memory_together", TITLES.memory_together ?? "", request, null);
	}
	const older = new Set(
		leftOut
			.filter(({ deployment }) => splitForBulk("activate", [deployment]).able.length > 0)
			.map(({ deployment }) => deployment.id),
	);
	for (const { deployment, reason } of leftOut) {
		if (older.has(deployment.id)) put("older_build", TITLES.older_build ?? "", deployment, reason);
	}
	const first = (code: BulkGroup["code"]) => (code === "plain" ? -1 : rankOf(code));
	return [...groups.values()].sort((a, b) => first(a.code) - first(b.code));
}

/** The first name of a request that may look like another one, in a sentence. */
function mixedNameOf(request: DeploymentDetail): string | null {
	for (const { what, name } of namesOf(request)) {
		const words = mixedScriptsWords(name);
		if (words !== null) return `${what} ${isolate(name)} has ${words}.`;
	}
	return null;
}

/** The requests that fit into the free memory of their targets together, one after another. */
function fitting(requests: readonly DeploymentDetail[], preview: BulkPreview | null): ReadonlySet<string> {
	const free = new Map(preview?.targets.map((target) => [target.id, target.free]));
	const growth = new Map(preview?.items.map((item) => [item.id, item.growth]));
	return new Set(
		requests.flatMap(({ id, target_id }) => {
			const left = free.get(target_id) ?? null;
			if (left === null) return [id];
			const after = left - (growth.get(id) ?? 0);
			if (after < 0) return [];
			free.set(target_id, after);
			return [id];
		}),
	);
}

/** The targets whose memory the ticked requests would exceed together, a sentence each. */
export function memoryTogether(ticked: readonly DeploymentDetail[], preview: BulkPreview | null): string[] {
	const growth = new Map(preview?.items.map((item) => [item.id, item.growth]));
	return (preview?.targets ?? []).flatMap(({ id, name, free }) => {
		const own = ticked.filter(({ target_id }) => target_id === id);
		const over =
			own.reduce((sum, request) => sum + (growth.get(request.id) ?? 0), 0) - (free ?? Number.POSITIVE_INFINITY);
		if (own.length === 0 || over <= 0) return [];
		return [`Together they put ${isolate(name)} ${formatBytes(over)} over its memory.`];
	});
}
