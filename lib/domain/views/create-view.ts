import type { CreateView, SavedView } from "@/lib/contract/view";
import type { Principal } from "@/lib/domain/access/principal";
import { translateConflict } from "@/lib/platform/db/conflicts";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { isolate } from "@/lib/rules/text/isolate";
import { setDefault } from "./set-default";
import { describeView, views } from "./views";

/** Enough for a person, and a bound for programs. */
const MOST_OF_ONE = 500;

/**
 * `POST /api/views`: saves a page with its filters under a name.
 * @throws InvalidStateError when the caller has a view of the page by that name, or too many views
 */
export async function createView(service: Service, principal: Principal, wanted: CreateView): Promise<SavedView> {
	const { name } = wanted;
	return transact(service.prisma, async (tx) => {
		if ((await tx.savedView.count({ where: { owner_id: principal.userId } })) >= MOST_OF_ONE) {
			throw new InvalidStateError(`you have ${MOST_OF_ONE} views already: delete one first`);
		}
		const now = service.now();
		const { id } = await tx.savedView.create({
			data: {
				owner_id: principal.userId,
				organization_id: principal.organizationId,
				page: wanted.page,
				name,
				query: wanted.query,
				shared: wanted.shared,
				created_at: now,
				updated_at: now,
			},
			select: { id: true },
		});
		if (wanted.default) await setDefault(tx, principal, { id, page: wanted.page }, true);
		return describeView(principal, await views.find(tx, principal, id));
	}).catch(translateConflict(`you have a view '${isolate(name)}' of ${wanted.page} already`));
}
