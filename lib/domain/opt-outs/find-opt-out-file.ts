import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";

/**
 * `GET /api/agent/opt-outs/<id>`: the file of a list of opt-outs, for every agent.
 * @throws NotFoundError for the empty list, and for one that was replaced long ago
 */
export async function findOptOutFile(service: Service, id: string) {
	const list = await service.prisma.optOutList.findUnique({ where: { id } });
	if (!list?.file_key || !list.digest || list.swept_at !== null) throw new NotFoundError("opt out list not found");
	return { key: list.file_key, size: Number(list.size), sha256: list.digest, name: `opt-outs ${list.revision}` };
}
