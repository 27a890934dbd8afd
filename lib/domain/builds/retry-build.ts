import type { BuildDetail } from "@/lib/contract/build";
import type { Principal } from "@/lib/domain/access/principal";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { settleFailedBuild } from "./settle-failed-build";

/**
 * `POST /api/builds/<id>/retry`: an operator puts a failed build back into the queue, with all its attempts.
 * @throws NotFoundError, ForbiddenError, VersionMismatchError, InvalidStateError
 */
export async function retryBuild(
	service: Service,
	principal: Principal,
	buildId: string,
	expectation: { readonly revision?: number } = {},
): Promise<BuildDetail> {
	const build = await transact(service.prisma, (tx) =>
		settleFailedBuild(service, tx, principal, buildId, { to: "requested", expectedRevision: expectation.revision }),
	).catch(translateConflict("a build of this design waits already"));
	service.signals.emit("build-requested");
	return build;
}
