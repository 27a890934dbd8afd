import type { DeploymentStatus, ListDeployments } from "@/lib/contract/deployment";
import type { VisiblePart } from "@/lib/domain/access/visible-parts";
import { visibilityCondition } from "@/lib/domain/designs/list-designs";
import { type IdPart, pageOfIds } from "@/lib/domain/lists/page";
import { searchedWords } from "@/lib/domain/lists/search-condition";
import { tally } from "@/lib/domain/lists/tallies";
import type { Walk } from "@/lib/domain/lists/walk";
import { DeploymentStatus as DeploymentStatuses, Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/** The filters of the contract's list and of the product API's, which knows more statuses. */
export type DeploymentFilter = Omit<ListDeployments, "status"> & {
	status?: readonly DeploymentStatus[] | undefined;
	design_id?: string | undefined;
};

type ConditionFilter = Omit<DeploymentFilter, "sort" | "order" | "limit" | "offset">;

/** Conditions of the product API's list alone. */
export interface FurtherConditions {
	readonly where: readonly Prisma.Sql[];
	/** Whether they ask for a tag. */
	readonly tagged?: boolean;
	/** Whether they look at what changes without a deployment's change: their total is counted every time. */
	readonly volatile: boolean;
	/** What a total is counted from where that has a better way than row by row, given the rows that are seen. */
	readonly counted?: (from: Prisma.Sql, seen: readonly Prisma.Sql[]) => NonNullable<IdPart["counted"]>;
}

/** The columns by which lists are sorted. */
export const SORTS = {
	updated_at: Prisma.sql`x.updated_at`,
	approved_at: Prisma.sql`x.approved_at`,
	build_date: Prisma.sql`x.build_date`,
	build_size: Prisma.sql`x.build_size`,
} as const;

/** Rows without a date come last; in this direction only an expression has an index that says so. */
export const APPROVED_LAST = Prisma.sql`COALESCE(x.approved_at, '-infinity'::timestamptz)`;

/** The statuses in words that a plan made once knows, and one alone in those that an index on it and on the order of the list serves. */
function anyOf(alias: "x" | "n", statuses: readonly DeploymentStatus[]): Prisma.Sql {
	const words = statuses.map((status) => Prisma.raw(`'${DeploymentStatuses[status]}'`));
	const column = Prisma.raw(`${alias}.status`);
	const [only] = words;
	if (only === undefined) return Prisma.sql`FALSE`;
	return words.length === 1 ? Prisma.sql`${column} = ${only}` : Prisma.sql`${column} IN (${Prisma.join(words)})`;
}

/**
 * Ids and total of a deployment list.
 * @param visible what the caller may see, in disjoint parts and asked of each deployment by itself; the rest is what they asked for
 */
export function pageOfDeployments(
	service: Service,
	visible: { readonly parts: readonly VisiblePart[]; readonly each: Prisma.Sql },
	filter: DeploymentFilter,
	further: FurtherConditions = { where: [], volatile: false },
): Promise<{ ids: string[]; total: number }> {
	const from = sourceOf(filter);
	const asked = conditions(filter);
	const where = [...asked, ...further.where];
	const { sort, order, limit, offset, status, q, ...others } = filter;
	const wholly = further.where.length === 0 && Object.values(others).every((asked) => asked === undefined);
	const onlyWaiting = filter.status?.join() === "requested";
	const waiting = wholly && onlyWaiting;
	return pageOfIds(service.prisma, {
		parts: visible.parts.map(({ condition, few, tallied }) => ({
			from,
			where: [condition, ...where],
			...(wholly && q === undefined && tallied !== null
				? { counted: tally("deployments", [tallied, ...(filter.status ? [anyOf("n", filter.status)] : [])]) }
				: {}),
			// Few rows, and those with some words, are few to ask.
			...(further.counted && !few && q === undefined ? { counted: further.counted(from, [condition, ...asked]) } : {}),
			// What waits is little, and lies anywhere in another order: all of it at the end of that by approval.
			few: few || (onlyWaiting && filter.sort !== "updated_at"),
			sort: filter.sort === "approved_at" && filter.order === "desc" ? APPROVED_LAST : SORTS[filter.sort],
		})),
		id: Prisma.sql`x.id`,
		search: searchedWords("x", q),
		tagged: filter.visibility !== undefined || further.tagged === true,
		// What waits is little, and met by its parts before everybody else's is passed.
		walk: wholly && !waiting && filter.sort === "updated_at" ? walkOf(visible.each, filter.status) : undefined,
		order: filter.order,
		limit: filter.limit,
		offset: filter.offset,
		// One plan is right for what waits, whoever asks. Of the rest, how much there is decides.
		planned: waiting ? "once" : "anew",
		...(further.volatile
			? {}
			: { counts: { sources: ["deployments", "designs", "targets"], design: Prisma.sql`x.design_id` } }),
	});
}

/** By an index on one status and on the order of the list, or on the order alone. */
function walkOf(visible: Prisma.Sql, statuses: readonly DeploymentStatus[] | undefined): Walk {
	const asked = statuses === undefined ? [] : [anyOf("x", statuses)];
	const one = statuses?.length === 1;
	return {
		table: Prisma.sql`deployments`,
		alias: Prisma.sql`x`,
		indexed: one ? asked : [],
		where: one ? [visible] : [visible, ...asked],
	};
}

/** Those that still have a status that was asked for: somebody may have decided on one since the page was read. */
export function stillIn<Row extends { readonly status: DeploymentStatus }>(
	statuses: readonly DeploymentStatus[] | undefined,
	rows: readonly Row[],
): readonly Row[] {
	return statuses === undefined ? rows : rows.filter(({ status }) => statuses.includes(status));
}

/** Most lists need nothing of a deployment's design. */
export function sourceOf({ visibility }: Pick<DeploymentFilter, "visibility">): Prisma.Sql {
	return visibility === undefined
		? Prisma.sql`deployments x`
		: Prisma.sql`deployments x JOIN designs d ON d.id = x.design_id`;
}

/** What the caller asked for but the words of `q`, as conditions on `x` (and `d`, where `sourceOf` has it). */
export function conditions(filter: ConditionFilter): Prisma.Sql[] {
	const where = [visibilityCondition(filter.visibility)];
	if (filter.design_id !== undefined) where.push(Prisma.sql`x.design_id = ${filter.design_id}::uuid`);
	if (filter.type !== undefined) where.push(Prisma.sql`x.type = ${filter.type}::"DesignType"`);
	if (filter.target_type !== undefined) {
		where.push(Prisma.sql`x.target_id = ANY (ARRAY(SELECT t.id FROM targets t WHERE t.type = ${filter.target_type}))`);
	}
	if (filter.status !== undefined) where.push(anyOf("x", filter.status));
	if (filter.min_size !== undefined) where.push(Prisma.sql`x.build_size >= ${filter.min_size}::bigint`);
	if (filter.max_size !== undefined) where.push(Prisma.sql`x.build_size <= ${filter.max_size}::bigint`);
	if (filter.start_date !== undefined)
		where.push(Prisma.sql`x.approved_at >= to_timestamp(${filter.start_date}::float8)`);
	// Inclusive to the end of its second (design.md section 4, item 9).
	if (filter.end_date !== undefined)
		where.push(Prisma.sql`x.approved_at < to_timestamp(${filter.end_date + 1}::float8)`);
	if (filter.new_build !== undefined) where.push(Prisma.sql`x.new_build = ${filter.new_build}`);
	return where;
}
