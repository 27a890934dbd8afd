import type { Counted, VisiblePart } from "@/lib/domain/access/grounds";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Planned } from "@/lib/platform/db/prisma-client";
import type { Service } from "@/lib/platform/service";
import { all } from "./all";
import { type IdPart, pageOfIds } from "./page";
import { type SearchedTable, searchCondition } from "./search-condition";

/** What every list has beside its filters. */
export interface Paging {
	readonly q?: string | undefined;
	readonly sort?: string | undefined;
	readonly order: "asc" | "desc";
	readonly limit: number;
	readonly offset: number;
}

/** A caller's request of a list. */
export interface Request<Filter> {
	readonly service: Pick<Service, "now">;
	readonly principal: Principal;
	readonly filter: Filter;
	/** Whether rows are read in the order of the list, through an index for each part; else all of them are read and then sorted. */
	readonly inOrder: boolean;
}

/** Visible rows; no row is in two of them. */
export interface Rows<Columns> extends VisiblePart {
	readonly from: Prisma.Sql;
	/** The id column, where it is not that of the list's table. */
	readonly id?: Prisma.Sql;
	/** The table whose `search_document` has the words of `q`, where it is not the list's. */
	readonly search?: SearchedTable;
	/** Of personal rows: those that the counter of other rows has, too. */
	readonly countedElsewhere?: Counted;
	/** Whether callers differ so much in how many rows these are that each needs a plan. */
	readonly uneven?: boolean;
	/** Where filters and sorts find what they look at. */
	readonly columns: Columns;
}

/** What a filter asks of a row. */
interface FilterRule<Filter, Value, Columns> {
	readonly where: (value: Value, request: Request<Filter>, columns: Columns) => Prisma.Sql;
	/** The same of a row of `list_counts` (alias `n`), where its list knows enough. */
	readonly counted?: (value: Value, list: Counted["list"]) => Prisma.Sql | null;
	/** The same for counting large parts, where it is better asked of all rows at once than of each by itself. */
	readonly counting?: (value: Value, request: Request<Filter>, columns: Columns) => Prisma.Sql | null;
	/** The same of rows that are read all at once, where asking each by itself takes longer: a join, and conditions on it. */
	readonly together?: (value: Value, request: Request<Filter>) => { join: Prisma.Sql; where: Prisma.Sql };
	/** Whether the value alone tells how many rows there are: the statement is then planned for it, and the rows are read before they are sorted. */
	readonly unpredictable?: (value: Value, filter: Filter) => boolean;
	/** Whether the value stands in the statement's text, so that one plan serves every caller. */
	readonly inWords?: boolean;
}

/** A column to sort by, in the words of an index. */
interface Sort<Columns> {
	readonly by: (columns: Columns, order: "asc" | "desc") => Prisma.Sql;
	/** Of a column that can be null: the condition for rows that have it, whose index has no others, and the column's type. */
	readonly present?: (columns: Columns) => Prisma.Sql | undefined;
	readonly type?: Prisma.Sql;
}

type Filters<Filter> = Omit<Filter, keyof Paging>;

/** A list as its resource declares it. Whatever a caller can filter by is named here, or the declaration does not compile. */
export interface ListDeclaration<Filter extends Paging, Columns> {
	/** The alias of the table, whose `id` completes the order and whose `search_document` has the words of `q`. */
	readonly alias: "d" | "x";
	readonly rows: (request: Request<Filter>) => readonly Rows<Columns>[];
	/** Null: another filter reads it. */
	readonly filters: {
		readonly [Name in keyof Filters<Filter>]-?: FilterRule<Filter, NonNullable<Filters<Filter>[Name]>, Columns> | null;
	};
	readonly sorts: { readonly [Name in NonNullable<Filter["sort"]>]: Sort<Columns> };
	readonly defaultSort: NonNullable<Filter["sort"]>;
}

/** What can be asked of a list. */
export interface List<Filter> {
	/** One page of ids, and the total. */
	page(service: Service, principal: Principal, filter: Filter): Promise<{ ids: string[]; total: number }>;
	/** The rows of the whole list in parts, for a reader who goes through all of them. */
	parts(service: Pick<Service, "now">, principal: Principal, filter: Filter): IdPart[];
}

/** Makes a list of a declaration. */
export function defineList<Filter extends Paging, Columns = undefined>(
	declaration: ListDeclaration<Filter, Columns>,
): List<Filter> {
	const id = Prisma.raw(`${declaration.alias}.id`);
	const partsOfAll = (request: Request<Filter>, rows: readonly Rows<Columns>[]) =>
		rows.flatMap((each) => partsOf(declaration, request, each));
	return {
		parts: (service, principal, filter) => {
			const request = { service, principal, filter, inOrder: true };
			return partsOfAll(request, declaration.rows(request));
		},
		page: (service, principal, filter) => {
			const request = { service, principal, filter, inOrder: !isUnpredictable(declaration, filter) };
			const rows = declaration.rows(request);
			const { order, limit, offset } = filter;
			const planned = plannedFor(declaration, request, rows);
			return pageOfIds(service.prisma, { parts: partsOfAll(request, rows), id, order, limit, offset, planned });
		},
	};
}

/** Visible rows that are not read in the order of the list. */
export function allAtOnce(where: Prisma.Sql): VisiblePart {
	return { where, personal: false, counted: null };
}

type AnyRule<Filter, Columns> = FilterRule<Filter, unknown, Columns>;

/** The filters that a caller has set, each with its rule. */
function asked<Filter extends Paging, Columns>(
	{ filters }: ListDeclaration<Filter, Columns>,
	filter: Filter,
): { readonly rule: AnyRule<Filter, Columns>; readonly value: unknown }[] {
	const rules = Object.entries(filters) as [keyof Filter, AnyRule<Filter, Columns> | null][];
	return rules.flatMap(([name, rule]) =>
		rule === null || filter[name] === undefined ? [] : [{ rule, value: filter[name] }],
	);
}

/** Whether the planner cannot know how many rows there are, as of words and tags. Found in the order of the list, rare ones would take all of it. */
function isUnpredictable<Filter extends Paging, Columns>(
	declaration: ListDeclaration<Filter, Columns>,
	filter: Filter,
): boolean {
	return (
		filter.q !== undefined || asked(declaration, filter).some(({ rule, value }) => rule.unpredictable?.(value, filter))
	);
}

function plannedFor<Filter extends Paging, Columns>(
	declaration: ListDeclaration<Filter, Columns>,
	{ filter, inOrder }: Request<Filter>,
	rows: readonly Rows<Columns>[],
): Planned {
	if (!inOrder) return "always anew";
	const same = !rows.some(({ uneven }) => uneven) && asked(declaration, filter).every(({ rule }) => rule.inWords);
	return same ? "once" : "anew";
}

function partsOf<Filter extends Paging, Columns>(
	declaration: ListDeclaration<Filter, Columns>,
	request: Request<Filter>,
	{ where, counted, countedElsewhere, columns, ...rows }: Rows<Columns>,
): IdPart[] {
	const { filter } = request;
	const rules = asked(declaration, filter);
	const few = rows.personal || !request.inOrder;
	const together = request.inOrder ? [] : rules.flatMap(({ rule, value }) => rule.together?.(value, request) ?? []);
	const one = request.inOrder ? rules : rules.filter(({ rule }) => rule.together === undefined);
	// IS TRUE keeps an index on a filter from being read in place of the one that finds a handful of rows.
	const filtered = (condition: Prisma.Sql) =>
		rows.personal && request.inOrder ? Prisma.sql`(${condition}) IS TRUE` : condition;
	const conditions = [
		where,
		...one.map(({ rule, value }) => filtered(rule.where(value, request, columns))),
		...together.map((joined) => joined.where),
		...(filter.q === undefined ? [] : [searchCondition(rows.search ?? declaration.alias, filter.q)]),
	];
	const from = Prisma.join([rows.from, ...together.map(({ join }) => join)], " ");
	const { by, type, ...sort } =
		declaration.sorts[(filter.sort ?? declaration.defaultSort) as NonNullable<Filter["sort"]>];
	const present = sort.present?.(columns);
	const { id } = rows;
	const part = { ...(id === undefined ? {} : { id }), from, few, where: conditions, sort: by(columns, filter.order) };
	const count = (...more: Prisma.Sql[]) =>
		Prisma.sql`(SELECT count(*) FROM ${from} WHERE ${all([...conditions, ...more])})`;
	const total = totalOf();
	if (present === undefined) return [total === undefined ? part : { ...part, total }];
	return [
		{ ...part, where: [present, ...conditions], total: total ?? count() },
		{ ...part, where: [Prisma.sql`NOT (${present})`, ...conditions], sort: Prisma.sql`NULL::${type}`, total: null },
	];

	/** Undefined: the rows of the part are counted. */
	function totalOf(): Prisma.Sql | undefined {
		const known = counted && sumsOf(counted.list);
		if (counted && known) {
			const list = Prisma.sql`n.list = ${Prisma.raw(`'${counted.list}'`)}`;
			return Prisma.sql`(SELECT COALESCE(sum(n.change), 0) FROM list_counts n WHERE ${all([list, counted.where, ...known])})`;
		}
		if (countedElsewhere && sumsOf(countedElsewhere.list)) return count(Prisma.sql`NOT ${countedElsewhere.where}`);
		if (few || !rules.some(({ rule }) => rule.counting)) return undefined;
		const atOnce = rules.map(
			({ rule, value }) => rule.counting?.(value, request, columns) ?? rule.where(value, request, columns),
		);
		return Prisma.sql`(SELECT count(*) FROM ${from} WHERE ${all([where, ...atOnce])})`;
	}

	/** The filters as conditions on a list's counter; null where it does not know enough. */
	function sumsOf(list: Counted["list"]): Prisma.Sql[] | null {
		if (filter.q !== undefined) return null;
		const sums = rules.flatMap(({ rule, value }) => rule.counted?.(value, list) ?? []);
		return sums.length === rules.length ? sums : null;
	}
}
