import type { Counted, VisiblePart } from "@/lib/domain/access/grounds";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { PlanMode } from "@/lib/platform/db/prisma-client";
import type { Service } from "@/lib/platform/service";
import { all } from "./all";
import type { IdPart, PageQuery } from "./page";
import { type SearchedTable, searchCondition } from "./search-condition";

/** Parameters that every list has. */
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
	/**
	 * Whether each part is read in the order of the list, through an index; else all rows are read
	 * and then sorted.
	 */
	readonly inOrder: boolean;
}

/** Visible rows of a list, disjoint from its other parts. */
export interface Rows<Columns> extends VisiblePart {
	readonly from: Prisma.Sql;
	/** The id column, where it is not that of the list's table. */
	readonly id?: Prisma.Sql;
	/** The table whose `search_document` has the words of `q`, where it is not the list's. */
	readonly search?: SearchedTable;
	/** Of personal rows: those that another part's counter includes. */
	readonly countedElsewhere?: Counted;
	/** Whether callers differ so much in their number of rows that each needs a plan. */
	readonly skewed?: boolean;
	/** The columns that filters and sorts use. */
	readonly columns: Columns;
}

/** How a filter becomes SQL. */
interface FilterRule<Filter, Value, Columns> {
	readonly where: (value: Value, request: Request<Filter>, columns: Columns) => Prisma.Sql;
	/** The condition on `list_counts`; null where the counter lacks the column. */
	readonly counted?: (value: Value, list: Counted["list"]) => Prisma.Sql | null;
	/** The condition for counting large parts, where one subquery for all rows is faster. */
	readonly forCounting?: (value: Value, request: Request<Filter>, columns: Columns) => Prisma.Sql | null;
	/**
	 * A join and its condition for unordered rows, where it is faster than a subquery for each row.
	 */
	readonly joined?: (value: Value, request: Request<Filter>) => { join: Prisma.Sql; where: Prisma.Sql };
	/**
	 * Whether the number of rows depends on the value alone. The statement is then planned for that
	 * value, and reads rows before it sorts them.
	 */
	readonly unknownSelectivity?: (value: Value, filter: Filter) => boolean;
	/** Whether the value is part of the statement's text, so that one plan serves every caller. */
	readonly inlined?: boolean;
}

/** A sort column, written as its index has it. */
interface Sort<Columns> {
	readonly by: (columns: Columns, order: "asc" | "desc") => Prisma.Sql;
	/** Of a nullable column: the condition of its partial index, and the column's type. */
	readonly present?: (columns: Columns) => Prisma.Sql | undefined;
	readonly type?: Prisma.Sql;
}

type Filters<Filter> = Omit<Filter, keyof Paging>;

/** A list as its resource declares it; without a rule for each filter it does not compile. */
export interface ListDeclaration<Filter extends Paging, Columns> {
	/** The alias of the table with the `id` that completes the order and the `search_document`. */
	readonly alias: "designs" | "deployments";
	readonly rows: (request: Request<Filter>) => readonly Rows<Columns>[];
	/** Null: another filter reads it. */
	readonly filters: {
		readonly [Name in keyof Filters<Filter>]-?: FilterRule<Filter, NonNullable<Filters<Filter>[Name]>, Columns> | null;
	};
	readonly sorts: { readonly [Name in NonNullable<Filter["sort"]>]: Sort<Columns> };
	readonly defaultSort: NonNullable<Filter["sort"]>;
}

/** Reads a declared list. */
export interface List<Filter> {
	/** The query of one page. */
	page(service: Pick<Service, "now">, principal: Principal, filter: Filter): PageQuery;
	/** The parts of the whole list, for exports. */
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
			const request = { service, principal, filter, inOrder: !hasUnknownSelectivity(declaration, filter) };
			const rows = declaration.rows(request);
			const { order, limit, offset } = filter;
			const mode = planMode(declaration, request, rows);
			return { parts: partsOfAll(request, rows), id, order, limit, offset, mode };
		},
	};
}

/** Visible rows that are not read in the order of the list. */
export function unorderedPart(where: Prisma.Sql): VisiblePart {
	return { where, personal: false, counted: null };
}

type AnyRule<Filter, Columns> = FilterRule<Filter, unknown, Columns>;

/** The filters that a caller has set, each with its rule. */
function givenFilters<Filter extends Paging, Columns>(
	{ filters }: ListDeclaration<Filter, Columns>,
	filter: Filter,
): { readonly rule: AnyRule<Filter, Columns>; readonly value: unknown }[] {
	const rules = Object.entries(filters) as [keyof Filter, AnyRule<Filter, Columns> | null][];
	return rules.flatMap(([name, rule]) =>
		rule === null || filter[name] === undefined ? [] : [{ rule, value: filter[name] }],
	);
}

/**
 * Whether the planner cannot estimate the number of rows, as for words and tags. An ordered scan
 * would read the whole list for rare ones.
 */
function hasUnknownSelectivity<Filter extends Paging, Columns>(
	declaration: ListDeclaration<Filter, Columns>,
	filter: Filter,
): boolean {
	return (
		filter.q !== undefined ||
		givenFilters(declaration, filter).some(({ rule, value }) => rule.unknownSelectivity?.(value, filter))
	);
}

function planMode<Filter extends Paging, Columns>(
	declaration: ListDeclaration<Filter, Columns>,
	{ filter, inOrder }: Request<Filter>,
	rows: readonly Rows<Columns>[],
): PlanMode {
	if (!inOrder) return "unprepared";
	const uniform =
		!rows.some(({ skewed }) => skewed) && givenFilters(declaration, filter).every(({ rule }) => rule.inlined);
	return uniform ? "generic" : "auto";
}

function partsOf<Filter extends Paging, Columns>(
	declaration: ListDeclaration<Filter, Columns>,
	request: Request<Filter>,
	{ where, counted, countedElsewhere, columns, ...rows }: Rows<Columns>,
): IdPart[] {
	const { filter } = request;
	const rules = givenFilters(declaration, filter);
	const materialized = rows.personal || !request.inOrder;
	const joins = request.inOrder ? [] : rules.flatMap(({ rule, value }) => rule.joined?.(value, request) ?? []);
	const filters = request.inOrder ? rules : rules.filter(({ rule }) => rule.joined === undefined);
	// IS TRUE hides the filter from the planner, which would prefer its index to that of personal
	// rows.
	const filtered = (condition: Prisma.Sql) =>
		rows.personal && request.inOrder ? Prisma.sql`(${condition}) IS TRUE` : condition;
	const conditions = [
		where,
		...filters.map(({ rule, value }) => filtered(rule.where(value, request, columns))),
		...joins.map((joined) => joined.where),
		...(filter.q === undefined ? [] : [searchCondition(rows.search ?? declaration.alias, filter.q)]),
	];
	const from = Prisma.join([rows.from, ...joins.map(({ join }) => join)], " ");
	const { by, type, ...sort } =
		declaration.sorts[(filter.sort ?? declaration.defaultSort) as NonNullable<Filter["sort"]>];
	const present = sort.present?.(columns);
	const { id } = rows;
	const part = {
		...(id === undefined ? {} : { id }),
		from,
		materialized,
		where: conditions,
		sort: by(columns, filter.order),
	};
	const count = (...more: Prisma.Sql[]) =>
		Prisma.sql`(SELECT count(*) FROM ${from} WHERE ${all([...conditions, ...more])})`;
	const total = totalOf();
	if (present === undefined) return [total === undefined ? part : { ...part, total }];
	return [
		{ ...part, where: [present, ...conditions], total: total ?? count() },
		{ ...part, where: [Prisma.sql`NOT (${present})`, ...conditions], sort: Prisma.sql`NULL::${type}`, total: null },
	];

	/** Undefined: the query counts the rows of the part. */
	function totalOf(): Prisma.Sql | undefined {
		const known = counted && sumsOf(counted.list);
		if (counted && known) {
			const list = Prisma.sql`list_counts.list = ${Prisma.raw(`'${counted.list}'`)}`;
			return Prisma.sql`(SELECT COALESCE(sum(list_counts.change), 0) FROM list_counts WHERE ${all([list, counted.where, ...known])})`;
		}
		if (countedElsewhere && sumsOf(countedElsewhere.list)) return count(Prisma.sql`NOT ${countedElsewhere.where}`);
		if (materialized || !rules.some(({ rule }) => rule.forCounting)) return undefined;
		const forCounting = rules.map(
			({ rule, value }) => rule.forCounting?.(value, request, columns) ?? rule.where(value, request, columns),
		);
		return Prisma.sql`(SELECT count(*) FROM ${from} WHERE ${all([where, ...forCounting])})`;
	}

	/** The filters as conditions on a list's counter; null where it lacks a column. */
	function sumsOf(list: Counted["list"]): Prisma.Sql[] | null {
		if (filter.q !== undefined) return null;
		const sums = rules.flatMap(({ rule, value }) => rule.counted?.(value, list) ?? []);
		return sums.length === rules.length ? sums : null;
	}
}
