import type { DataAutomation, DesignDetail } from "@/lib/contract/design";
import type { Principal } from "@/lib/domain/access/principal";
import { requireUnrestricted } from "@/lib/domain/accounts/key-rules";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { scopesOf } from "@/lib/domain/accounts/scopes-of";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidArgumentError, InvalidStateError } from "@/lib/rules/errors";
import { claimEdit, requireEditor } from "./claim-edit";
import { findDesignOrThrow } from "./find-design-or-throw";
import { loadDesignDetail } from "./get-design-detail";

/**
 * `PUT /api/designs/<id>/automation`: sets what the service does when the data of a
 * design change (docs/contract.md, Data that move). It happens with the caller's rights.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError
 * @throws InvalidStateError for a design without sources and lists that are pulled
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
		const moves = record.type === "audience" || (await tx.pull.count({ where: { design_id: designId } })) > 0;
		if (!moves || record.external_build) {
			throw new InvalidStateError(
				"only audience designs that are built here are rebuilt when their data change, and proximity designs with a list that is pulled",
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
