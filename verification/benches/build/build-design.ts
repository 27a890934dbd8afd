import { setTimeout as wait } from "node:timers/promises";
import { type Api, ask } from "@/verification/benches/ui/api";

interface Build {
	readonly status: "requested" | "building" | "done" | "rejected" | "failed";
	readonly status_reason: string | null;
	readonly size: number | null;
	readonly sets: readonly { readonly item_count: number }[];
}

/**
 * Requests a build of a design and waits for its end.
 * @returns what it made, in words
 * @throws Error unless it was completed
 */
export async function buildDesign(api: Api, designId: string): Promise<string> {
	await ask(api, "FORM", `/targeting/designs/${designId}/request`, { KEY: api.key, reason: "benchmark" });
	for (;;) {
		const [build] = await ask<Build[]>(api, "GET", `/api/designs/${designId}/builds?limit=1`);
		if (build?.status === "done") {
			const items = build.sets.reduce((sum, set) => sum + set.item_count, 0);
			const megabytes = Math.round((build.size ?? 0) / 1e6).toLocaleString("en-US");
			return `${items.toLocaleString("en-US")} items, ${megabytes} MB`;
		}
		if (build?.status === "rejected" || build?.status === "failed") {
			throw new Error(`the build was ${build.status}: ${build.status_reason}`);
		}
		await wait(100);
	}
}
