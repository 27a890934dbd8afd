import { expect, test, vi } from "vitest";
import { loadS3Sdk } from "./load-s3-sdk";

test("a client of an object store warns nobody on Node.js 20", async () => {
	const { S3Client } = await loadS3Sdk();
	const { version } = process;
	Object.defineProperty(process, "version", { value: "v20.19.0", configurable: true });
	const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
	new S3Client({ region: "us-east-1" }).destroy();
	Object.defineProperty(process, "version", { value: version, configurable: true });
	expect(warned).not.toHaveBeenCalled();
});
