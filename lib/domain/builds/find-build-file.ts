import { mayEditDesign, visibleBuilds } from "@/lib/domain/access/access";
import type { AgentPrincipal, Principal } from "@/lib/domain/access/principal";
import { accessAttributesOf, designInclude } from "@/lib/domain/designs/load-designs";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { ForbiddenError, NotFoundError } from "@/lib/rules/errors";

/** A targeting file that the caller may download. */
export interface BuildFile {
	readonly key: string;
	/** Bytes. */
	readonly size: number;
	/** SHA-256 in hex. */
	readonly sha256: string;
	readonly name: string;
}

/**
 * `GET /api/builds/<id>/file`: finds a file for editors of the design, and for administrators and
 * agents of a target with a deployment of the build (docs/contract.md, Roles and rights).
 * @throws NotFoundError when the caller does not see the build, or it has no file
 * @throws ForbiddenError when the caller sees the build but may not download it
 */
export async function findBuildFile(
	service: Service,
	caller: Principal | AgentPrincipal,
	buildId: string,
): Promise<BuildFile> {
	const allowed =
		"targetId" in caller ? await deployedOn(service, caller, buildId) : await mayRead(service, caller, buildId);
	if (allowed === "none") throw new NotFoundError("build not found");
	const build = await service.prisma.build.findUnique({ where: { id: buildId } });
	const { file_key: fileKey = null, size = null, digest = null } = build ?? {};
	if (build?.status !== "done" || fileKey === null || size === null || digest === null) {
		throw new NotFoundError("build not found");
	}
	if (allowed === "visible") throw new ForbiddenError("only editors of the design may download its targeting files");
	return { key: fileKey, size: Number(size), sha256: digest, name: build.name };
}

async function deployedOn(service: Service, agent: AgentPrincipal, buildId: string): Promise<"download" | "none"> {
	const deployment = await service.prisma.deployment.findFirst({
		where: { build_id: buildId, target_id: agent.targetId, status: "activated" },
		select: { id: true },
	});
	return deployment === null ? "none" : "download";
}

async function mayRead(
	service: Service,
	principal: Principal,
	buildId: string,
): Promise<"download" | "visible" | "none"> {
	const [visible] = await service.prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
		SELECT builds.id FROM builds JOIN designs ON designs.id = builds.design_id
		WHERE builds.id = ${buildId}::uuid AND ${visibleBuilds(principal)}`);
	if (visible === undefined) return "none";
	const build = await service.prisma.build.findUnique({
		where: { id: buildId },
		select: { design: { include: designInclude } },
	});
	if (build === null) return "none";
	const { design } = build;
	if (mayEditDesign(principal, accessAttributesOf(design))) return "download";
	if (principal.role !== "administrator") return "visible";
	const administered = await service.prisma.deployment.findFirst({
		where: { build_id: buildId, target: { organization_id: principal.organizationId } },
		select: { id: true },
	});
	return administered === null ? "visible" : "download";
}
