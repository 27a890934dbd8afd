import type { BuildDetail } from "@/lib/contract/build";
import type { Principal } from "@/lib/domain/access/principal";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { settleFailedBuild } from "./settle-failed-build";

/**
 * `POST /api/builds/<id>/reject`: an operator gives a failed build up; the designer reads the reason and may edit again.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function giveUpBuild(
	service: Service,
	principal: Principal,
	buildId: string,
	{ reason }: { readonly reason: string },
	expectation: { readonly revision?: number } = {},
): Promise<BuildDetail> {
	return transact(service.prisma, (tx) =>
		settleFailedBuild(service, tx, principal, buildId, {
			to: "rejected",
			reason,
			expectedRevision: expectation.revision,
		}),
	);
}
