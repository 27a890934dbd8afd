import { createReadStream } from "node:fs";
import { DESIGN_TRANSITIONS } from "@/lib/contract/transitions";
import type { Principal } from "@/lib/domain/access/principal";
import { principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { PullKind } from "@/lib/domain/pulls/pull-files";
import type { ClaimedPull } from "@/lib/domain/pulls/settle-pull";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import { importGeofences } from "./import-geofences";

const ACTOR = { system: "scheduled pull" } as const;

/**
 * Pulls of the geofences of sets, taken in as an import of the person that set them. One that is due
 * while its design is built waits for that.
 */
export const listPulls: PullKind = {
	owner: "set_id",
	ready: Prisma.sql`EXISTS (SELECT FROM designs d WHERE d.id = p.design_id
		AND d.status::text IN (${Prisma.join([...DESIGN_TRANSITIONS.edit.from])}))`,
	limit: ({ settings }) => ({ maxBytes: settings.GEOFENCES_MAX_BYTES, what: "a file of geofences" }),

	async take(service, claimed, { inputPath, signal, conclude }) {
		const principal = await principalOf(service, claimed);
		const { added_count, updated_count, removed_count } = await importGeofences(service, principal, setOf(claimed), {
			contentType: null,
			body: createReadStream(inputPath),
			signal,
			mode: claimed.mode === "update" ? "update" : "replace",
			conclude,
		});
		return added_count + updated_count + removed_count > 0;
	},

	async tell(service, tx, claimed, problem) {
		const { designId } = setOf(claimed);
		const { owner_org_id } = await tx.design.findUniqueOrThrow({
			where: { id: designId },
			select: { owner_org_id: true },
		});
		await recordEvent(service, tx, ACTOR, {
			action: "automation_failed",
			object_type: "design",
			object_id: designId,
			design_id: designId,
			organization_id: owner_org_id,
			reason: problem,
			detail: { requester_id: claimed.set_by_id, stopped: false },
		});
	},
};

function setOf({ design_id: designId, set_id: setId }: ClaimedPull): { designId: string; setId: string } {
	if (designId === null || setId === null) throw new Error("the pull of a set names it and its design");
	return { designId, setId };
}

/**
 * The person that set the pull, with their present rights within those of the credential.
 * @throws ForbiddenError when the account is disabled or gone
 */
async function principalOf(service: Service, { design_id, set_by_id, scopes }: ClaimedPull): Promise<Principal> {
	const user = await service.prisma.user.findUnique({ where: { id: set_by_id ?? "" }, select: principalSelect });
	if (user === null) throw new ForbiddenError("the account of the person that set it is gone");
	if (user.disabled_at !== null) throw new ForbiddenError(`the account of ${isolate(user.email)} is disabled`);
	const credential = { kind: "rule", id: design_id ?? "", name: "scheduled pull" } as const;
	return principalOfUser(user, credential, scopes, { address: null, requestId: null });
}
