/**
 * `npm run image -- --artifact FILE`: makes the OCI image of an artifact without Docker, as
 * dist/targeting-service-VERSION-oci.tar (docs/operations/install.md, With containers). `--out FILE`
 * writes elsewhere.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { projectPath } from "@/lib/platform/project-path";
import { readSource } from "@/lib/tools/packaging/source";
import { writeImage } from "@/lib/tools/releasing/write-image";
import { version } from "@/package.json";

const { values } = parseArgs({ options: { artifact: { type: "string" }, out: { type: "string" } } });
if (values.artifact === undefined) {
	console.error("--artifact must name the file that npm run package has made");
	process.exit(2);
}
const out = resolve(values.out ?? join("dist", `targeting-service-${version}-oci.tar`));
const { time } = await readSource(process.cwd());
await writeImage(out, {
	artifact: resolve(values.artifact),
	dockerfile: projectPath("Dockerfile"),
	name: version,
	time,
});
console.log(out);
