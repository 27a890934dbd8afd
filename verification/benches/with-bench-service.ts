import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { type DatabaseOptions, openDatabase } from "@/lib/platform/db/client";
import type { Database } from "@/lib/platform/db/database";
import { SCALE_OPERATOR, scaleId } from "@/lib/tools/testing/scale/scale-ids";
import type { ScaleSizes } from "@/lib/tools/testing/scale/scale-sizes";
import { filledDatabase } from "./databases";
import { issueBenchKey } from "./issue-bench-key";
import { type ServerProcess, startBuiltService } from "./processes";
import type { SignIn } from "./ui/browser";

const PASSWORD = "a password of the benchmark alone";

/** The people of a scale world, with few designs. */
export const NEARLY_EMPTY: ScaleSizes = { designs: 20, deployments: 40, requested: 2, targets: 24 };

/**
 * Starts the built service on a filled database, with an operator's key and password, and removes
 * both afterwards.
 */
export async function withBenchService(
	kind: Database["kind"],
	sizes: ScaleSizes,
	{ pinned, settings = {} }: { pinned: boolean; settings?: Record<string, string> },
	use: (service: ServerProcess, key: string, signIn: SignIn, where: DatabaseOptions) => Promise<void>,
): Promise<void> {
	process.stdout.write(`\n${kind}: a database of ${sizes.designs.toLocaleString("en-US")} designs …\n`);
	const { where, remove } = await filledDatabase(kind, sizes);
	const directory = await mkdtemp(join(tmpdir(), "targeting-bench-"));
	try {
		const database = await openDatabase(where);
		const { email } = await database.prisma.user.update({
			where: { id: scaleId("user", SCALE_OPERATOR) },
			data: { passwordHash: await hashPassword(PASSWORD) },
		});
		const key = await issueBenchKey(database.pool, SCALE_OPERATOR, ["manage", "administer"]);
		await database.close();
		const service = await startBuiltService(
			{
				NEXTAUTH_SECRET: "a secret of the benchmark alone, which is long enough",
				FILE_STORE_URL: pathToFileURL(directory).href,
				BUILD_WORKERS: "1",
				...settings,
				...("dataDir" in where
					? { DATA_DIR: where.dataDir }
					: { DATA_DIR: directory, DATABASE_URL: where.databaseUrl }),
			},
			{ pinned },
		);
		await use(service, key, { email, password: PASSWORD }, where);
		await service.stop();
	} finally {
		await remove();
		await rm(directory, { recursive: true, force: true });
	}
}
