import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Service, Transaction } from "@/lib/platform/service";

/** Marks a build and its design as failed, inside a transaction that holds the build. */
export async function failBuild(service: Service, tx: Transaction, buildId: string, reason: string): Promise<void> {
	const now = service.now();
	const build = await tx.build.update({
		where: { id: buildId },
		data: {
			status: "failed",
			statusReason: reason,
			phase: null,
			leaseHolder: null,
			leaseExpiresAt: null,
			revision: { increment: 1 },
		},
	});
	await tx.design.updateMany({
		where: { id: build.designId, status: { in: ["requested", "building"] } },
		data: { status: "failed", statusReason: reason, updatedAt: now, revision: { increment: 1 } },
	});
	await recordEvent(
		service,
		tx,
		{ system: "build service" },
		{
			action: "fail_build",
			objectType: "design",
			objectId: build.designId,
			designId: build.designId,
			statusBefore: "building",
			statusAfter: "failed",
			reason,
			detail: { build_id: buildId },
		},
	);
}
