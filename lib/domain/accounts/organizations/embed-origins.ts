import type { Service } from "@/lib/platform/service";

/**
 * The origins whose pages may show the designs of the organization of this slug; none of one that does
 * not exist, so that strangers do not learn which do.
 */
export async function embedOrigins({ prisma }: Pick<Service, "prisma">, slug: string): Promise<readonly string[]> {
	const found = await prisma.organization.findUnique({ where: { slug }, select: { embed_origins: true } });
	return found?.embed_origins ?? [];
}
