import type { SavedView } from "@/lib/contract/view";
import { savedView, viewPage } from "@/lib/contract/view";
import { mayDeleteView } from "@/lib/domain/access/access";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { Prisma } from "@/lib/generated/prisma/client";

/** Relations of a view; of its defaults only the caller's. */
export const viewIncludeFor = ({ userId }: Pick<Principal, "userId">) =>
	({
		owner: { select: { ...namedPerson, email: true } },
		defaultOf: { select: { user_id: true }, where: { user_id: userId } },
	}) satisfies Prisma.SavedViewInclude;
export type ViewRecord = Prisma.SavedViewGetPayload<{ include: ReturnType<typeof viewIncludeFor> }>;

/** A view in the API's form. */
export function describeView(principal: Principal, record: ViewRecord): SavedView {
	return rowOf(savedView, record, {
		page: viewPage.parse(record.page),
		default: record.defaultOf.length > 0,
		owned: record.owner_id === principal.userId,
		deletable: mayDeleteView(principal, record),
		owner: record.owner.email,
		owner_person: namePerson(record.owner),
	});
}
