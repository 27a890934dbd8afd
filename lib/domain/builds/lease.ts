import type { Service, Transaction } from "@/lib/platform/service";

/** Attempts after which a build counts as failed. */
export const MAX_BUILD_ATTEMPTS = 3;

/** The actor of workers in the audit log. */
export const BUILD_SERVICE = { system: "build service" };

/**
 * A worker's hold on a build. Every write for the build names the fencing token, which the next
 * claim raises: a worker that lost its lease changes nothing.
 */
export interface BuildLease {
	readonly id: string;
	readonly design_id: string;
	readonly fencing_token: number;
	readonly attempt: number;
	/** The trace of the request for the build. */
	readonly trace_parent: string | null;
}

/** Another worker has the build, or it was settled: whatever was made for it is thrown away. */
export class LeaseLostError extends Error {
	override name = "LeaseLostError";
	constructor({ id }: BuildLease) {
		super(`The lease of build ${id} was lost.`);
	}
}

/** When a lease that is taken or renewed now ends. */
export function leaseEnd({ now, settings }: Service): Date {
	return new Date(now().getTime() + settings.BUILD_LEASE_SECONDS * 1000);
}

/**
 * Renews the lease and reports how far the build is.
 * @throws LeaseLostError
 */
export async function renewLease(
	service: Service,
	lease: BuildLease,
	progress: { phase: string; percent: number },
): Promise<void> {
	const { count } = await service.prisma.build.updateMany({
		where: { id: lease.id, status: "building", fencing_token: lease.fencing_token },
		data: { ...progress, lease_expires_at: leaseEnd(service), revision: { increment: 1 } },
	});
	if (count === 0) throw new LeaseLostError(lease);
}

/** Whether the worker still has its lease; true while the database does not say. */
export async function isLeased({ prisma }: Pick<Service, "prisma">, lease: BuildLease): Promise<boolean> {
	const where = { id: lease.id, status: "building" as const, fencing_token: lease.fencing_token };
	return prisma.build.count({ where }).then(
		(count) => count > 0,
		() => true,
	);
}

/**
 * Locks a leased build for the step that ends its lease.
 * @throws LeaseLostError
 */
export async function lockLeased(tx: Transaction, lease: BuildLease): Promise<void> {
	const locked = await tx.$queryRaw<{ id: string }[]>`
		SELECT id FROM builds
		WHERE id = ${lease.id}::uuid AND status = 'building' AND fencing_token = ${lease.fencing_token} FOR UPDATE`;
	if (locked.length === 0) throw new LeaseLostError(lease);
}

/**
 * Ends the leases of workers that died with the process before this one. The embedded database has
 * one process at a time; with PostgreSQL others are alive, and leases run out by themselves.
 */
export async function endLeases(service: Service): Promise<void> {
	await service.prisma.build.updateMany({
		where: { status: "building" },
		data: { lease_expires_at: service.now() },
	});
}
