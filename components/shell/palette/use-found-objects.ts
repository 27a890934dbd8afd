import { useQueries } from "@tanstack/react-query";
import { readerWord } from "@/components/kit/status/reader-word";
import { BUILD_STATUS } from "@/components/kit/status/status-words";
import { nameOfPerson } from "@/components/kit/ui/person-words";
import { useNow } from "@/components/kit/ui/relative-time";
import { read } from "@/lib/browser/api";
import { buildListQuery } from "@/lib/browser/builds";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { designsQuery } from "@/lib/browser/designs";
import { formatBytes, formatDate, formatPlural } from "@/lib/browser/format";
import { targetsQuery } from "@/lib/browser/targets";
import { beginsWords } from "@/lib/browser/text-search";
import { useQuery } from "@/lib/browser/use-query";
import { GUID } from "@/lib/rules/text/guid";
import { isolate } from "@/lib/rules/text/isolate";
import type { PaletteObject } from "./recent";

const MOST = 5;
/** Most of them are on the list as designs already. */
const MOST_BUILDS = 3;
const LIVE = "requested,activated,deactivated";

export interface SearchResults {
	objects: PaletteObject[];
	pending: boolean;
	failed: boolean;
}

/**
 * Designs, builds, deployments and targets with a matching name or exactly this id, from the lists
 * of the pages.
 */
export function useFoundObjects(text: string): SearchResults {
	const now = useNow();
	const q = text.trim();
	const enabled = q !== "";
	const [designs, deployments, targets, builds] = useQueries({
		queries: [
			{ ...designsQuery({ q, order: "desc", limit: MOST, offset: 0 }), enabled, refetchInterval: false },
			{ ...deploymentsQuery({ q, status: LIVE, limit: MOST }), enabled, refetchInterval: false },
			{ ...targetsQuery(), enabled, refetchInterval: false },
			{
				...buildListQuery({ q, sort: "build_date", order: "desc", limit: MOST_BUILDS, offset: 0 }),
				enabled,
				refetchInterval: false,
			},
		],
	});
	const all = [designs, deployments, targets, builds];
	const objects: PaletteObject[] = enabled
		? [
				...(designs.data?.rows ?? []).map((row) => ({
					kind: "Design",
					name: row.name,
					detail: `${row.type} · ${isolate(row.owner_name)}`,
					href: `/designs/${row.id}`,
				})),
				...(deployments.data?.rows ?? []).map((row) => ({
					kind: row.status === "requested" ? "Request" : "Deployment",
					name: row.design_name,
					detail: `${readerWord(row)} · ${isolate(row.target)} · ${formatBytes(row.filesize)}`,
					href:
						row.status === "requested" && row.permissions.administer
							? `/approvals?request=${row.id}`
							: `/deployments/${row.id}`,
				})),
				...(targets.data?.rows ?? [])
					.filter(
						(row) => row.administered && (row.id === q.toLowerCase() || beginsWords(`${row.name} ${row.slug}`, q)),
					)
					.slice(0, MOST)
					.map((row) => ({
						kind: "Target",
						name: row.name,
						detail: `${row.slug} · ${isolate(row.org_name)}`,
						href: `/targets/${row.id}`,
					})),
				...(builds.data?.rows ?? []).map((row) => ({
					kind: "Build",
					name: row.name,
					detail: `${formatPlural(row.builds.length, "build")}, latest of ${formatDate(row.last_build_date, now)} · ${formatBytes(row.last_build_size)}`,
					href: `/builds?q=${row.id}`,
				})),
			]
		: [];
	const pending = enabled && all.some((query) => query.isFetching);
	// The lists know a build by its design: its own id is looked up where it is nothing else's.
	const lone = GUID.test(q) && !pending && objects.length === 0;
	const { data: build, isFetching } = useQuery({
		...read("GET /api/builds/[build_id]", { build_id: q }),
		enabled: lone,
		retry: false,
	});
	if (lone && build !== undefined) {
		objects.push({
			kind: "Build",
			name: build.name,
			detail: `${BUILD_STATUS[build.status].word} · ${nameOfPerson(build.builder_person, build.builder)}`,
			href: `/designs/${build.design_id}`,
		});
	}
	return { objects, pending: pending || (lone && isFetching), failed: all.some((query) => query.isError) };
}
