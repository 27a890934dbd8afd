import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AudienceExpression } from "@/lib/contract/audience";
import { ask } from "@/verification/benches/ui/api";
import { upload } from "@/verification/benches/upload";
import { VISIT_SEGMENTS, writeVisits } from "@/verification/benches/write-visits";
import { buildDesign } from "./build-design";
import { type Measured, measureStep, type StepFigures } from "./measure-step";

/** How much data, for how many sets. */
export interface AudienceSizes {
	readonly visits: number;
	readonly devices: number;
	readonly sets: number;
}

const SLUG = "benchmark-build";

/** Takes over a Parquet file of visits, and builds a design of so many sets from them. */
export async function measureAudience(api: Measured, { visits, devices, sets }: AudienceSizes): Promise<StepFigures[]> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-visits-"));
	try {
		const path = join(directory, "visits.parquet");
		await writeVisits(path, { devices, visits });
		const { size } = await stat(path);
		await ask(api, "POST", "/api/inventory-sources", { slug: SLUG, name: "Benchmark of builds" });
		const words = visits.toLocaleString("en-US");
		const imported = await measureStep(api, `import of ${words} visits as Parquet`, async () => {
			const file = {
				method: "POST",
				path: `/api/inventory-sources/${SLUG}/imports`,
				type: "application/vnd.apache.parquet",
			} as const;
			const taken = await upload<{ device_count: number }>(api, file, createReadStream(path));
			return `${taken.device_count.toLocaleString("en-US")} devices, ${Math.round(size / 1e6).toLocaleString("en-US")} MB`;
		});
		const { id } = await ask<{ id: string }>(api, "POST", "/api/designs", {
			name: "Audiences of the benchmark",
			type: "audience",
			sets: Array.from({ length: sets }, (_, number) => ({
				set_name: `Audience ${number}`,
				audience: { sources: [SLUG], where: expressionOf(number) },
			})),
		});
		const built = await measureStep(api, `build of ${sets} sets from them`, () => buildDesign(api, id));
		return [imported, built];
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

/** Different for each set: a segment, one that is visited often and lately, and one that is not. */
export function expressionOf(number: number): AudienceExpression {
	const segment = (step: number) => `s${(number * 7 + step) % VISIT_SEGMENTS}`;
	return {
		any: [
			{ all: [{ segment: segment(0) }, { not: { segment: segment(3) } }] },
			{ segment: segment(11), min_visits: 2, within_days: 30 },
		],
	};
}
