import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseEnvironment } from "@/lib/platform/env";
import { mountSmallDisk } from "@/lib/tools/testing/small-disk";
import { openService } from "./open-service";

const { directory, isMounted, remove } = mountSmallDisk(200);
afterAll(remove);

/** Leaves no byte on the disk. */
function fill(name: string): void {
	for (const size of [10_000_000, 100_000, 4_096]) {
		for (let part = 0; part < 100; part++) {
			try {
				writeFileSync(join(directory, `${name}-${size}-${part}`), Buffer.alloc(size));
			} catch {
				break;
			}
		}
	}
}

test.runIf(isMounted)("starts while the disk of DATA_DIR is full serve what can be read", async () => {
	const environment = parseEnvironment({ DATA_DIR: join(directory, "data") });
	const slug = "kept";
	const first = await openService(environment);
	await first.service.prisma.organization.create({ data: { slug, name: "Kept" } });
	await first.database.close();
	fill("filled");
	for (const start of [1, 2]) {
		const { service, database } = await openService(environment);
		const rows = await service.prisma.organization.findMany({ select: { slug: true } });
		expect([start, rows]).toEqual([start, [{ slug }]]);
		fill(`filled again ${start}`);
		// A checkpoint finds no room: the next start recovers.
		await database.close().catch((error: unknown) => expect(String(error)).toContain("No space left on device"));
	}
	for (const name of readdirSync(directory)) if (name.startsWith("filled")) rmSync(join(directory, name));
	const last = await openService(environment);
	await last.service.prisma.organization.create({ data: { slug: "new", name: "New" } });
	await last.database.close();
});
