import { type SavedView, savedView, viewPage } from "@/lib/contract/view";
import { mayDeleteView, visibleViews } from "@/lib/domain/access/access";
import { namedPerson, nameOfUser, namePerson } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { defineResource } from "@/lib/domain/lists/define-resource";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import { ForbiddenError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";

/** Relations of a view; of its defaults only the caller's. */
const viewIncludeFor = ({ userId }: Principal) =>
	({
		owner: { select: { ...namedPerson, email: true } },
		defaultOf: { select: { user_id: true }, where: { user_id: userId } },
	}) satisfies Prisma.SavedViewInclude;
export type ViewRecord = Prisma.SavedViewGetPayload<{ include: ReturnType<typeof viewIncludeFor> }>;

/** Own views and those that colleagues share, by name. */
export const views = defineResource({
	name: "view",
	...{ from: Prisma.sql`saved_views`, id: Prisma.sql`saved_views.id` },
	...{ sort: Prisma.sql`lower(saved_views.name)`, order: "asc" },
	visible: visibleViews,
	load: (db, ids, principal) =>
		db.savedView.findMany({ where: { id: { in: ids } }, include: viewIncludeFor(principal) }),
	lock: "FOR UPDATE",
});

/** @throws ForbiddenError unless the caller is its owner */
export function requireOwner(principal: Principal, view: ViewRecord): void {
	if (view.owner_id !== principal.userId) {
		throw new ForbiddenError(`only ${isolate(nameOfUser(view.owner))} may change the view '${isolate(view.name)}'`);
	}
}

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
