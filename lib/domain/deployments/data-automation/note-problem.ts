import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service, Transaction } from "@/lib/platform/service";
import { isDomainError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import type { AutomationRecord } from "./automation-record";

const ACTOR = { system: "automation of designs" } as const;

/**
 * Records why an automation could not act, and notifies its author and the design's owner. The
 * automation stops for good when its author has lost the right.
 * @param tried the versions that are not tried again
 */
export async function noteProblem(
	service: Service,
	tx: Transaction,
	{ design_id: designId, set_by_id: setById, design }: AutomationRecord,
	problem: string,
	{ tried, stops }: { readonly tried?: string; readonly stops: boolean },
): Promise<void> {
	await tx.designAutomation.update({
		where: { design_id: designId },
		data: {
			problem,
			problem_at: service.now(),
			...(tried === undefined ? {} : { tried }),
			...(stops ? { rebuild: false, redeploy: false, build_id: null } : {}),
		},
	});
	await recordEvent(service, tx, ACTOR, {
		action: "automation_failed",
		object_type: "design",
		object_id: designId,
		design_id: designId,
		organization_id: design.owner_org_id,
		reason: problem,
		detail: { requester_id: setById, stopped: stops },
	});
}

/**
 * Words an error as a problem of the automation; null where the next run tries again. The text is
 * stored, so it names people by e-mail.
 */
export function problemOf(
	{ design_id: designId, setBy }: AutomationRecord,
	thrown: unknown,
): { readonly problem: string; readonly stops: boolean } | null {
	if (!isDomainError(thrown) || thrown.kind === "Unavailable") {
		logFailure(thrown, "the automation of a design could not act", { design_id: designId });
		return null;
	}
	if (thrown.kind === "NotFound") return { problem: `${isolate(setBy.email)} no longer sees the design`, stops: true };
	return { problem: thrown.message, stops: thrown.kind === "Forbidden" };
}

/** {@link noteProblem} in a transaction of its own, once for each state of the data. */
export function settleProblem(
	service: Service,
	automation: AutomationRecord,
	tried: string,
	{ problem, stops }: { readonly problem: string; readonly stops: boolean },
): Promise<boolean> {
	return transact(service.prisma, async (tx) => {
		const rows = await tx.$queryRaw<unknown[]>`
			SELECT FROM design_automations WHERE design_id = ${automation.design_id}::uuid AND rebuild
				AND tried IS DISTINCT FROM ${tried} AND set_at = ${automation.set_at}::timestamptz FOR NO KEY UPDATE SKIP LOCKED`;
		if (rows.length === 0) return false;
		await noteProblem(service, tx, automation, problem, { tried, stops });
		return true;
	});
}
