import { useQueries } from "@tanstack/react-query";
import { deploymentsQuery } from "@/lib/client/deployments";
import { designsQuery } from "@/lib/client/designs";
import { formatBytes } from "@/lib/client/format";
import { targetsQuery } from "@/lib/client/targets";
import type { PaletteObject } from "./recent";

const MOST = 5;
const LIVE = "requested,activated,deactivated";

/** Whether each word of a text is the beginning of a word of a name. */
export function matches(name: string, text: string): boolean {
	const words = name.toLowerCase().split(/[\s/_-]+/);
	return text
		.toLowerCase()
		.split(/\s+/)
		.every((part) => part === "" || words.some((word) => word.startsWith(part)));
}

export interface Found {
	objects: PaletteObject[];
	pending: boolean;
	failed: boolean;
}

/** Designs, deployments and targets whose name matches, or whose complete id it is; asks the lists that the pages show. */
export function useFoundObjects(text: string): Found {
	const q = text.trim();
	const enabled = q !== "";
	const [designs, deployments, targets] = useQueries({
		queries: [
			{ ...designsQuery({ q, order: "desc", limit: MOST, offset: 0 }), enabled, refetchInterval: false },
			{ ...deploymentsQuery({ q, status: LIVE, limit: MOST }), enabled, refetchInterval: false },
			{ ...targetsQuery(), enabled, refetchInterval: false },
		],
	});
	const all = [designs, deployments, targets];
	const objects: PaletteObject[] = enabled
		? [
				...(designs.data?.rows ?? []).map((row) => ({
					kind: "Design",
					name: row.name,
					detail: `${row.type} · ${row.owner_name}`,
					href: `/designs/${row.id}`,
				})),
				...(deployments.data?.rows ?? []).map((row) => ({
					kind: row.status === "requested" ? "Request" : "Deployment",
					name: row.design_name,
					detail: `${row.status} · ${row.target} · ${formatBytes(row.filesize)}`,
					href:
						row.status === "requested" && row.permissions.administer
							? `/approvals?request=${row.id}`
							: `/deployments/${row.id}`,
				})),
				...(targets.data?.rows ?? [])
					.filter((row) => row.administered && (row.id === q.toLowerCase() || matches(`${row.name} ${row.slug}`, q)))
					.slice(0, MOST)
					.map((row) => ({
						kind: "Target",
						name: row.name,
						detail: `${row.slug} · ${row.org_name}`,
						href: `/targets/${row.id}`,
					})),
			]
		: [];
	return {
		objects,
		pending: enabled && all.some((query) => query.isFetching),
		failed: all.some((query) => query.isError),
	};
}
