import { type Caller, caller } from "@/lib/contract/caller";
import type { Principal } from "@/lib/domain/access/principal";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { Service } from "@/lib/platform/service";

/** `GET /api/caller`: the user for whom the credential acts, and their organization. */
export async function getCaller({ prisma }: Service, principal: Principal): Promise<Caller> {
	const { organization, ...user } = await prisma.user.findUniqueOrThrow({
		where: { id: principal.userId },
		select: {
			id: true,
			email: true,
			first_name: true,
			last_name: true,
			organization: { select: { slug: true, name: true, members_see: true } },
		},
	});
	return rowOf(caller, user, {
		role: principal.role,
		org_id: principal.organizationId,
		org_slug: organization.slug,
		org_name: organization.name,
		members_see: organization.members_see,
	});
}
