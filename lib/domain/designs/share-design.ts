import { randomUUID } from "node:crypto";
import type { DesignDetail } from "@/lib/contract/design";
import type { NewCollaborator, ShareDesign } from "@/lib/contract/sharing";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { claimSharing } from "./claim-sharing";
import { loadDesignDetail } from "./get-design-detail";
import type { DesignRecord } from "./load-designs";

/** A collaborator in the audit event of a change. */
interface NamedCollaborator {
	readonly type: "user" | "org";
	readonly id: string;
	readonly label: string;
	readonly view: boolean;
	readonly edit: boolean;
}

/**
 * `PUT /api/designs/<id>/collaborators`: replaces the collaborators of a design, whether or not it
 * is frozen (docs/contract.md, Design status). New ones follow the kept ones, in the given order.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidArgumentError naming a collaborator that is unknown, repeated or the owner
 */
export async function shareDesign(
	service: Service,
	principal: Principal,
	designId: string,
	{ collaborators }: ShareDesign,
	expectation: { readonly revision?: number } = {},
): Promise<DesignDetail> {
	return transact(service.prisma, async (tx) => {
		const record = await claimSharing(service, tx, principal, designId, expectation.revision);
		const before = record.collaborators.map(nameCollaborator);
		const after = await identify(tx, record, before, collaborators);
		const known = new Map(before.map((entry) => [entry.id, entry]));
		const kept = new Set(after.map(({ id }) => id));
		const removed = before.filter(({ id }) => !kept.has(id));
		const added = after.filter(({ id }) => !known.has(id));
		const changed = after.filter(({ id, edit }) => known.has(id) && known.get(id)?.edit !== edit);
		const ofOneOf = (entries: readonly NamedCollaborator[]) => ({
			design_id: designId,
			OR: [
				{ user_id: { in: entries.filter(({ type }) => type === "user").map(({ id }) => id) } },
				{ organization_id: { in: entries.filter(({ type }) => type === "org").map(({ id }) => id) } },
			],
		});
		if (removed.length > 0) await tx.designCollaborator.deleteMany({ where: ofOneOf(removed) });
		for (const edit of [true, false]) {
			const turned = changed.filter((entry) => entry.edit === edit);
			if (turned.length === 0) continue;
			await tx.designCollaborator.updateMany({ where: ofOneOf(turned), data: { can_view: true, can_edit: edit } });
		}
		// Rows with the same time are read in the order of their ids.
		const rowIds = added.map(() => randomUUID()).sort();
		await tx.designCollaborator.createMany({
			data: added.map(({ type, id, edit }, index) => ({
				id: rowIds[index] as string,
				design_id: designId,
				type,
				...(type === "user" ? { user_id: id } : { organization_id: id }),
				can_view: true,
				can_edit: edit,
				created_at: service.now(),
			})),
		});
		await recordEvent(service, tx, principal, {
			action: "share",
			object_type: "design",
			object_id: designId,
			design_id: designId,
			organization_id: record.owner_org_id,
			detail: {
				added: added.map((entry) => ({ ...entry })),
				removed: removed.map((entry) => ({ ...entry })),
				changed: changed.map((entry) => ({ ...entry })),
			},
		});
		return loadDesignDetail(tx, principal, designId);
	});
}

function nameCollaborator(entry: DesignRecord["collaborators"][number]): NamedCollaborator {
	return {
		type: entry.type,
		id: entry.user_id ?? entry.organization_id ?? "",
		label: entry.user?.email ?? entry.organization?.name ?? "",
		view: entry.can_view || entry.can_edit,
		edit: entry.can_edit,
	};
}

/** The collaborators with their names; a disabled user may stay but not be added. */
async function identify(
	tx: Transaction,
	record: DesignRecord,
	before: readonly NamedCollaborator[],
	wanted: readonly NewCollaborator[],
): Promise<NamedCollaborator[]> {
	const idsOf = (type: NewCollaborator["type"]) => wanted.filter((entry) => entry.type === type).map(({ id }) => id);
	const staying = before.filter(({ type }) => type === "user").map(({ id }) => id);
	const users = await tx.user.findMany({
		where: { id: { in: idsOf("user") }, OR: [{ disabled_at: null }, { id: { in: staying } }] },
		select: { id: true, email: true },
	});
	const organizations = await tx.organization.findMany({
		where: { id: { in: idsOf("org") } },
		select: { id: true, name: true },
	});
	const labels = {
		user: new Map(users.map(({ id, email }) => [id, email])),
		org: new Map(organizations.map(({ id, name }) => [id, name])),
	};
	const given = new Set<string>();
	return wanted.map(({ type, id, permissions }, index) => {
		const refuse = (reason: string) =>
			new InvalidArgumentError(`'collaborators[${index}].id': ${reason}`, { parameter: `collaborators[${index}].id` });
		const label = labels[type].get(id);
		if (label === undefined)
			throw refuse(`must be the id of ${type === "user" ? "an enabled user" : "an organization"}`);
		if (id === record.owner_id) throw refuse("must not be the owner, who has all rights");
		if (given.has(id)) throw refuse("must not be repeated");
		given.add(id);
		return { type, id, label, view: true, edit: permissions.edit };
	});
}
