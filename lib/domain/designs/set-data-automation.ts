import type { DataAutomation, DesignDetail } from "@/lib/contract/design";
import type { Principal } from "@/lib/domain/access/principal";
import { requireUnrestricted } from "@/lib/domain/accounts/key-rules";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { KeyScope } from "@/lib/generated/prisma/enums";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError } from "@/lib/rules/errors";
import { claimEdit, requireEditor } from "./claim-edit";
import { findDesignOrThrow } from "./find-design-or-throw";
import { loadDesignDetail } from "./get-design-detail";

/**
 * `PUT /api/designs/<id>/automation`: sets what the service does when the data of a design, or the
 * points of interest, change (docs/contract.md, Data that move). It happens with the caller's rights.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError for a design without sources
 */
export async function setDataAutomation(
	service: Service,
	principal: Principal,
	designId: string,
	{ rebuild_on_data: rebuild, redeploy }: DataAutomation,
	expectation: { readonly revision?: number } = {},
): Promise<DesignDetail> {
	if (redeploy && !rebuild) {
		throw new InvalidArgumentError("'redeploy' needs 'rebuild_on_data'", { parameter: "redeploy" });
	}
	return transact(service.prisma, async (tx) => {
		const { record } = await findDesignOrThrow(tx, principal, designId);
		requireEditor(principal, record);
		const follows = record.type === "audience" || record.sets.some(({ poi_query: query }) => query !== null);
		if (!follows || record.external_build) {
			throw new InvalidStateError(
				"only designs that are built here, from inventory sources or points of interest, are rebuilt when their data change",
			);
		}
		if (rebuild) await requireUnrestricted(tx, principal, null, "rebuilds, which go on for longer than it");
		await claimEdit(service, tx, principal, designId, { expectedRevision: expectation.revision, contents: false });
		const before = await tx.designAutomation.findUnique({ where: { design_id: designId } });
		const now = service.now();
		const row = {
			rebuild,
			redeploy,
			set_by_id: principal.userId,
			scopes: scopesOf(principal),
			voucher_ids: [...(await peopleBehind(tx, principal))],
			set_at: now,
			tried: null,
			problem: null,
			problem_at: null,
		};
		await tx.designAutomation.upsert({
			where: { design_id: designId },
			create: { design_id: designId, ...row },
			update: { ...row, ...(redeploy ? {} : { build_id: null }) },
		});
		await recordEvent(service, tx, principal, {
			action: "set_automation",
			object_type: "design",
			object_id: designId,
			design_id: designId,
			organization_id: record.owner_org_id,
			detail: {
				from: { rebuild_on_data: before?.rebuild ?? false, redeploy: before?.redeploy ?? false },
				to: { rebuild_on_data: rebuild, redeploy },
			},
		});
		return loadDesignDetail(tx, principal, designId);
	});
}

/** A session has every scope, including those that its user's role may get later. */
function scopesOf({ credential, role, mayManage }: Principal): KeyScope[] {
	if (credential.kind === "session") return ["manage", "administer"];
	return [...(mayManage ? (["manage"] as const) : []), ...(role === "designer" ? [] : (["administer"] as const))];
}
