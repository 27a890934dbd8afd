import type { ActivationWindow } from "@/lib/contract/activation-window";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { loadBuildOverlaps } from "@/lib/domain/places/load-build-overlaps";
import { activationWindowAt } from "@/lib/domain/targets/activation-window";
import { openingHoursColumns, openingHoursOf, type ReadOpeningHours } from "@/lib/domain/targets/load-opening-hours";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import type { DeploymentRecord } from "./load-deployments";

/** The effects of an activation on the target's other deployments. */
export interface ActivationPlan {
	/** The active deployment of the same design, which the activation deactivates. */
	readonly replaces: Pick<DeploymentRecord, "id" | "status" | "revision" | "design_id" | "target_id"> | null;
	/** Whether the target allows activations now; null: always. */
	readonly window: ActivationWindow | null;
	/**
	 * For a rejected deployment: a newer live one of the same build (docs/contract.md, Activation).
	 */
	readonly conflict: InvalidStateError | null;
	/** For a target that refuses sensitive places, and a build that overlaps some or may. */
	readonly places: InvalidStateError | null;
}

type Replaced = NonNullable<ActivationPlan["replaces"]>;
type Read = ReadOpeningHours & { readonly refusesPlaces: boolean; readonly targetName: string } & (
		| Replaced
		| { readonly [Name in keyof Replaced]: null }
	);

/**
 * Plans an activation. Without a lock the plan may be outdated when the activation writes; the
 * revision of the replaced deployment and the unique indexes detect that.
 */
export async function planActivation(
	service: Pick<Service, "now">,
	db: Transaction,
	record: Pick<DeploymentRecord, "id" | "status" | "design_id" | "build_id" | "target_id">,
): Promise<ActivationPlan> {
	const now = service.now();
	const [read] =
		await db.$rows<Read>(Prisma.sql`SELECT ${openingHoursColumns(now)}, targets.refuses_sensitive_places AS "refusesPlaces", targets.name AS "targetName",
			x.id, x.status::text AS status, x.revision, x.design_id, x.target_id
		FROM targets LEFT JOIN deployments x ON x.design_id = ${record.design_id}::uuid AND x.target_id = targets.id
			AND x.status = 'activated' AND x.id <> ${record.id}::uuid
		WHERE targets.id = ${record.target_id}::uuid`);
	if (read === undefined) throw new Error("the target of a deployment must exist");
	const { hours, freezes, refusesPlaces, targetName, ...other } = read;
	const rules = openingHoursOf({ hours, freezes });
	const window = rules === null ? null : activationWindowAt(rules, now);
	const replaces = other.id === null ? null : other;
	const places = refusesPlaces ? await placesRefusal(db, record.build_id, targetName) : null;
	if (record.status !== "rejected") return { replaces, window, conflict: null, places };
	const newer = await db.deployment.findFirst({
		where: { build_id: record.build_id, target_id: record.target_id, status: { in: [...LIVE_STATUSES] } },
		select: { id: true, status: true },
	});
	if (newer === null) return { replaces, window, conflict: null, places };
	const conflict = new InvalidStateError(
		`cannot activate this rejected deployment: the newer deployment ${newer.id} of the same build and target is '${newer.status}'`,
	);
	return { replaces, window, conflict, places };
}

/** @throws InvalidStateError when a conflict or sensitive places refuse the activation */
export function requirePossible({ conflict, places }: ActivationPlan): void {
	const refusal = conflict ?? places;
	if (refusal !== null) throw refusal;
}

/** A build that was not compared may overlap sensitive places, which the target refuses. */
async function placesRefusal(db: Transaction, buildId: string, target: string): Promise<InvalidStateError | null> {
	const overlaps = (await loadBuildOverlaps(db, [buildId])).get(buildId);
	if (overlaps?.geofence_count === 0 || overlaps === undefined) return null;
	if (overlaps !== null) {
		const names = overlaps.categories.map(({ name }) => isolate(name)).join(", ");
		return new InvalidStateError(
			`the target '${isolate(target)}' refuses sensitive places, and geofences of this build overlap some (${names})`,
		);
	}
	return new InvalidStateError(
		`the target '${isolate(target)}' refuses sensitive places, and this build has not been compared with them: try again in a minute, or build the design here`,
	);
}
