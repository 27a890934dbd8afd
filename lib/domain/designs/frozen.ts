import type { DesignStatus, Frozen } from "@/lib/contract/design";
import { frozenSentence } from "@/lib/contract/sentences/frozen-sentence";
import { designAllows } from "@/lib/contract/transitions";
import type { Transaction } from "@/lib/platform/service";

/** The attributes that decide whether a design is frozen. */
interface Freezable {
	readonly id: string;
	readonly status: DesignStatus;
	readonly external_build: boolean;
}

/** Whether name and sets can be edited now (docs/contract.md, Design status). */
export function editable({ status, external_build: externalBuild }: Omit<Freezable, "id">): boolean {
	return !externalBuild && designAllows("edit", status);
}

/** Explains by id why designs are frozen, with one query. */
export async function frozenBy(db: Transaction, designs: readonly Freezable[]): Promise<Map<string, Frozen>> {
	const waiting = designs.filter((design) => !editable(design) && !design.external_build).map(({ id }) => id);
	const open =
		waiting.length === 0
			? []
			: await db.build.findMany({
					where: { design_id: { in: waiting }, status: { in: ["requested", "building", "failed"] } },
					orderBy: [{ requested_at: "asc" }, { id: "asc" }],
					select: { id: true, design_id: true, status: true },
				});
	// The newest build of a design comes last and wins.
	const builds = new Map(open.map((build) => [build.design_id, build]));
	return new Map(
		designs.flatMap((design) => {
			if (editable(design)) return [];
			const cause = design.external_build ? "external" : (design.status as "requested" | "building" | "failed");
			const build = builds.get(design.id);
			const reason = frozenSentence(cause, { waits: build?.status === "requested" });
			return [[design.id, { cause, reason, build_id: build?.id ?? null }]];
		}),
	);
}
