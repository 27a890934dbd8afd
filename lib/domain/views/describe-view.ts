import type { SavedView } from "@/lib/contract/view";
import { viewPage } from "@/lib/contract/view";
import { mayDeleteView } from "@/lib/domain/access/access";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import type { Prisma } from "@/lib/generated/prisma/client";

/** Relations of a view; of its defaults only the caller's. */
export const viewIncludeFor = ({ userId }: Pick<Principal, "userId">) =>
	({
		owner: { select: { ...namedPerson, email: true } },
		defaultOf: { select: { userId: true }, where: { userId } },
	}) satisfies Prisma.SavedViewInclude;
export type ViewRecord = Prisma.SavedViewGetPayload<{ include: ReturnType<typeof viewIncludeFor> }>;

/** A view in the API's form. */
export function describeView(principal: Principal, record: ViewRecord): SavedView {
	return {
		id: record.id,
		page: viewPage.parse(record.page),
		name: record.name,
		query: record.query,
		shared: record.shared,
		default: record.defaultOf.length > 0,
		owned: record.ownerId === principal.userId,
		deletable: mayDeleteView(principal, record),
		owner_id: record.ownerId,
		owner: record.owner.email,
		owner_person: namePerson(record.owner),
		created_at: record.createdAt.toISOString(),
		updated_at: record.updatedAt.toISOString(),
		revision: record.revision,
	};
}
