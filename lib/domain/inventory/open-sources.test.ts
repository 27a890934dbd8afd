import { expect, test } from "vitest";
import { parseEnvironment } from "@/lib/platform/env";
import type { Service } from "@/lib/platform/service";
import { openSources } from "./open-sources";

const SOURCE = {
	id: "1",
	slug: "panel",
	import_id: "2",
	fileKeys: ["inventory/a.parquet", "inventory/b.parquet"],
	newest_seen_at: null,
	processed_at: new Date(0),
	device_count: 0,
};

test("an engine that reads the store itself has nothing fetched for it", async () => {
	const settings = parseEnvironment({ AUDIENCE_ENGINE_URL: "clickhouse://h", FILE_STORE_URL: "s3://bucket" });
	const fetched: string[] = [];
	const files = { localPath: async (key: string) => `/work/${fetched.push(key)}` } as Service["files"];
	expect(await openSources({ files, settings }, [SOURCE])).toEqual({
		engineUrl: "clickhouse://h",
		sources: [{ slug: "panel", parquetPaths: SOURCE.fileKeys }],
	});
	expect(fetched).toEqual([]);
	expect(await openSources({ files, settings: parseEnvironment({}) }, [SOURCE])).toEqual({
		engineUrl: null,
		sources: [{ slug: "panel", parquetPaths: ["/work/1", "/work/2"] }],
	});
});
