import type { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";

/** What its people are told meanwhile, and when it may be taken up again. */
type Told = Pick<Prisma.BuildUpdateInput, "phase" | "percent" | "statusReason" | "notBefore" | "attempts">;

/** Puts a build that is held (hold-build.ts) back into the queue, without its lease; the design stays `building` for its people. */
export async function requeueBuild(tx: Transaction, id: string, told: Told): Promise<void> {
	await tx.build.update({
		where: { id },
		data: { ...told, status: "requested", leaseHolder: null, leaseExpiresAt: null, revision: { increment: 1 } },
		select: { id: true },
	});
}
