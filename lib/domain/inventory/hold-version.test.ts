import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseDeviceId } from "@/lib/formats/device-id";
import type { Service } from "@/lib/platform/service";
import { beforeReading } from "@/lib/tools/testing/before-reading";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { createInventorySource } from "./create-inventory-source";
import { editInventorySource } from "./edit-inventory-source";
import { eraseVisits } from "./erase-visits";
import { expireInventory } from "./expire-inventory";
import { getInventorySource } from "./get-inventory-source";
import { importInventory } from "./import-inventory";
import { sweepReplacedImports } from "./sweep-replaced-imports";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const device = (number: number) => `${String(number).padStart(8, "0")}-2222-4333-8444-555555555555`;

describe.each(testDatabaseKinds())("versions that work holds on the %s database", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const upload = (by: Service, slug: string, mode: "replace" | "append", days: readonly number[]) => {
		const rows = days.map((daysAgo, index) => {
			const seenAt = new Date(service.now().getTime() - daysAgo * DAY_MS).toISOString();
			return `${device(index + 1)},gym,${seenAt}\n`;
		});
		const body = (async function* () {
			yield Buffer.from(["device_id,segment,seen_at\n", ...rows].join(""));
		})();
		return importInventory(by, world.operator, slug, { contentType: "text/csv", body, mode });
	};
	/** Another upload replaces the data meanwhile, and nothing is spared for its age. */
	const overtaken = (slug: string) => {
		const swept: number[] = [];
		const slow = beforeReading(service, async () => {
			await upload(service, slug, "replace", [0, 8]);
			swept.push(await sweepReplacedImports(service, 0));
		});
		return { slow, swept };
	};
	const make = async (slug: string) => {
		await createInventorySource(service, world.operator, { slug, name: slug });
		await upload(service, slug, "replace", [0, 9]);
	};
	const current = async (slug: string) => (await getInventorySource(service, world.operator, slug)).current_import;

	test("an append is made again for what took the place of its data, which stay until then", async () => {
		await make("appended");
		const { slow, swept } = overtaken("appended");
		expect(await upload(slow, "appended", "append", [1])).toMatchObject({ row_count: 3, added_row_count: 1 });
		expect(swept).toEqual([0]);
		// Of the process nothing more is heard.
		service.advance(3 * MINUTE_MS);
		expect(await sweepReplacedImports(service, 0)).toBe(1);
		expect(await current("appended")).toMatchObject({ row_count: 3 });
	});

	test("so is an erasure of devices", async () => {
		await make("erased");
		const { slow, swept } = overtaken("erased");
		const { id } = await getInventorySource(service, world.operator, "erased");
		const found = parseDeviceId(device(1));
		if (found === null) throw new Error("it is a device id");
		expect(await eraseVisits(slow, world.operator, id, [found])).toEqual({ rows: 1, files: 1 });
		expect(swept).toEqual([0]);
		expect(await current("erased")).toMatchObject({ mode: "erase", row_count: 1 });
	});

	test("the removal of what is too old leaves off for them", async () => {
		await make("expired");
		await editInventorySource(service, world.operator, "expired", { keep_days: 3 });
		const { slow, swept } = overtaken("expired");
		expect([await expireInventory(slow), swept]).toEqual([0, [0]]);
		expect(await current("expired")).toMatchObject({ mode: "replace", row_count: 1 });
	});
});
