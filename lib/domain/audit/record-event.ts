import type { ActionOf, EventObject } from "@/lib/contract/events/events";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service, Transaction } from "@/lib/platform/service";
import { isolate } from "@/lib/rules/text/isolate";

/** An event about an object; ids only, so that it outlives the object. */
export type AuditEntry = AuditEntryOf<EventObject>;

/** An event about an object of this type: one that the table of events has. */
export type AuditEntryOf<Type extends EventObject> = {
	readonly [Each in Type]: AuditDetails & { readonly object_type: Each; readonly action: ActionOf<Each> };
}[Type];

interface AuditDetails {
	readonly object_id: string;
	readonly organization_id?: string | null;
	readonly design_id?: string | null;
	readonly target_id?: string | null;
	readonly status_before?: string | null;
	readonly status_after?: string | null;
	readonly reason?: string | null;
	readonly detail?: Prisma.InputJsonObject;
}

/** Writes an audit event in the transaction of its change (docs/contract.md, Audit). */
export async function recordEvent(
	service: Pick<Service, "now">,
	tx: Transaction,
	actor: Principal | SystemActor,
	entry: AuditEntry,
): Promise<void> {
	await tx.$rows(eventInsert(service.now(), actor, entry));
}

/**
 * The INSERT of an audit event, for use within another statement.
 * @param from FROM clause that yields the event's rows, so that it is written where something
 * changed; one row by default
 */
export function eventInsert(
	at: Date,
	actor: Principal | SystemActor,
	entry: AuditEntry,
	from: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
	const {
		label,
		credential,
		actor_id: actorId,
		credential_id: credentialId,
		address,
		request_id: requestId,
		program,
	} = whoOf(actor);
	const {
		action,
		object_type: objectType,
		object_id: objectId,
		organization_id: organizationId,
		design_id: designId,
		target_id: targetId,
		status_before: statusBefore,
		status_after: statusAfter,
		reason,
	} = entry;
	const details = program === undefined ? entry.detail : { ...entry.detail, program };
	const detail = details === undefined ? null : JSON.stringify(details);
	return Prisma.sql`INSERT INTO audit_events (at, actor_label, credential, actor_id, credential_id, address, request_id, action,
			object_type, object_id, organization_id, design_id, target_id, status_before, status_after, reason, detail)
		SELECT ${at}::timestamptz, ${label}, ${credential}, ${actorId}::uuid, ${credentialId}::uuid, ${address}, ${requestId}, ${action},
			${objectType}, ${objectId}::uuid, ${organizationId}::uuid, ${designId}::uuid, ${targetId}::uuid,
			${statusBefore}, ${statusAfter}, ${reason}, ${detail}::jsonb ${from}`;
}

function whoOf(actor: Principal | SystemActor) {
	if ("system" in actor) return { label: actor.system, credential: "system", address: actor.address };
	const { kind, name } = actor.credential;
	return {
		label: kind === "rule" ? `rule ‘${isolate(name ?? "")}’ of ${isolate(actor.email)}` : actor.email,
		credential: kind,
		actor_id: actor.userId,
		credential_id: actor.credential.id,
		address: actor.address,
		request_id: actor.requestId,
		program: actor.program,
	};
}
