import type { SystemActor } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { serviceEvent } from "@/lib/domain/audit/service-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { BEGINNING, writePlace } from "./place";
import { readHead } from "./remembered-head";
import { forgetHead, rememberHead } from "./require-head";
import { lastLink } from "./walk-chain";

/**
 * Accepts the present end of the chain as its head, whatever the service remembers, and logs that.
 * Operators decide so after restoring an older copy, losing transactions, or losing the head.
 * Running processes keep the head they know until they end.
 */
export async function acceptHead(service: Service, actor: SystemActor): Promise<void> {
	const found = await readHead(service);
	const removal = await service.prisma.auditRemoval.findFirst({ orderBy: { last_position: "desc" } });
	const start = removal === null ? BEGINNING : { position: removal.last_position, hash: removal.last_hash };
	const end = (await lastLink(service.prisma)) ?? start;
	const before = "end" in found ? writePlace(found.end) : `one that ${found.fault}`;
	const event = serviceEvent("accept_audit_head", "audit log", `${writePlace(end)} in place of ${before}`);
	await transact(service.prisma, (tx) => recordEvent(service, tx, actor, event));
	forgetHead(service);
	await rememberHead(service, { start, end });
}
