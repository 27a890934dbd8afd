import type { DirectoryEntry, DirectoryQuery } from "@/lib/contract/sharing";
import { seesColleagues } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { containsWords } from "@/lib/domain/lists/contains-words";
import type { Page } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { emailKey } from "@/lib/rules/text/email-key";

interface Found {
	readonly type: "user" | "org";
	readonly id: string;
	readonly label: string;
	readonly name: string | null;
	readonly organization_id: string;
	readonly slug: string;
	readonly organizationName: string;
}

/**
 * `GET /api/directory` (docs/contract.md, Accounts): people and organizations to share with. Words
 * find the own organization and, where the caller sees their designs, its members. Others need the
 * exact e-mail or slug, so that nobody can list customers; operators find all by words. Disabled
 * people are left out, those of the own organization come first.
 */
export async function searchDirectory(
	service: Service,
	principal: Principal,
	{ q, limit, offset }: DirectoryQuery,
): Promise<Page<DirectoryEntry>> {
	const own = Prisma.sql`${principal.organizationId}::uuid`;
	const colleagues = seesColleagues(principal)
		? Prisma.sql`u.organization_id = ${own}`
		: Prisma.sql`u.id = ${principal.userId}::uuid`;
	const everywhere = principal.role === "operator" && q !== "";
	const contains = (...columns: Prisma.Sql[]) => containsWords(columns, q);
	const people = Prisma.sql`
		SELECT 'user' AS type, u.id, u.email AS label, nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), '') AS name,
			o.id AS organization_id, o.slug, o.name AS "organizationName"
		FROM users u JOIN organizations o ON o.id = u.organization_id
		WHERE u.disabled_at IS NULL AND (u.email_key = ${emailKey(q)}
			OR ((${colleagues} OR ${everywhere}) AND ${contains(Prisma.sql`u.email`, Prisma.sql`u.first_name`, Prisma.sql`u.last_name`)}))`;
	const organizations = Prisma.sql`
		SELECT 'org' AS type, o.id, o.name AS label, NULL AS name, o.id AS organization_id, o.slug, o.name AS "organizationName"
		FROM organizations o
		WHERE o.slug = ${q.toLowerCase()}
			OR ((o.id = ${own} OR ${everywhere}) AND ${contains(Prisma.sql`o.slug`, Prisma.sql`o.name`)})`;
	const order = Prisma.sql`organization_id <> ${own}, type, lower(label), id`;
	const found = await service.prisma.$queryRaw<(Found & { total: number })[]>(Prisma.sql`
		WITH found AS MATERIALIZED (${people} UNION ALL ${organizations})
		SELECT counted.total, page.* FROM (SELECT count(*)::int AS total FROM found) AS counted
		LEFT JOIN (SELECT * FROM found ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) AS page ON TRUE
		ORDER BY ${order}`);
	const [first] = found;
	return {
		// The total of an empty page stands in a row without an id.
		rows: (first?.id === null ? [] : found).map(
			({ type, id, label, name, organization_id: organizationId, slug, organizationName }) => ({
				type,
				id,
				label,
				name,
				organization: { id: organizationId, slug, name: organizationName },
				own_organization: organizationId === principal.organizationId,
			}),
		),
		total: first?.total ?? 0,
	};
}
