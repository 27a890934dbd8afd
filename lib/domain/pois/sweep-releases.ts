import type { Service } from "@/lib/platform/service";

/**
 * Removes the files of releases that are neither current nor named by a build that may still be
 * checked against them: the newest of its design, and those requested or activated on a target.
 * Their rows stay, as builds name them. Returns the number of files.
 */
export async function sweepReleases({ prisma, files }: Service): Promise<number> {
	const swept = await prisma.$queryRaw<{ id: string; file_key: string }[]>`
		SELECT r.id, r.file_key FROM poi_releases r WHERE NOT r.current AND r.file_key IS NOT NULL
			AND NOT EXISTS (SELECT FROM build_sets b WHERE b.poi_release_id = r.id
				AND (EXISTS (SELECT FROM deployments x WHERE x.build_id = b.build_id AND x.status IN ('requested', 'activated'))
					OR EXISTS (SELECT FROM designs d WHERE d.most_recent_build_id = b.build_id)))`;
	for (const { id, file_key: fileKey } of swept) {
		await prisma.poiRelease.updateMany({ where: { id }, data: { file_key: null, revision: { increment: 1 } } });
		await files.remove(fileKey);
	}
	return swept.length;
}
