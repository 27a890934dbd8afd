import { recordEvent } from "@/lib/domain/audit/record-event";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import type { World } from "@/lib/tools/testing/world";

/**
 * Records events that the target's one administrator is told of, each by an item of its own, and
 * hands them over meanwhile. Their reasons are the mark and a number.
 */
export async function recordAndTell(
	service: Service,
	world: World,
	{ mark, events }: { readonly mark: string; readonly events: number },
): Promise<void> {
	const record = async (number: number) => {
		await transact(service.prisma, (tx) =>
			recordEvent(service, tx, world.designer, {
				action: "approve",
				object_type: "deployment",
				object_id: world.target.id,
				target_id: world.target.id,
				organization_id: world.target.organization_id,
				reason: `${mark} ${number}`,
			}),
		);
		await handOver(service, [inboxSink]);
	};
	await Promise.all(Array.from({ length: events }, (_, number) => record(number)));
}

/**
 * Hands over what is left. Gives the numbers of recorded events, of those in an inbox, and of items
 * too many.
 */
export async function countTold(service: Service, mark: string): Promise<number[]> {
	await handOver(service, [inboxSink]);
	const recorded = await service.prisma.auditEvent.findMany({ where: { reason: { startsWith: `${mark} ` } } });
	const items = await service.prisma.inboxItem.findMany({ where: { event_id: { in: recorded.map(({ id }) => id) } } });
	const told = new Set(items.map(({ event_id: eventId }) => eventId));
	return [recorded.length, told.size, items.length - told.size];
}
