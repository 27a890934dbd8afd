/**
 * `npm run sbom`: writes what the installed service is made of to dist/sbom.cdx.json, and the texts
 * of its packages' licenses to dist/third-party-licenses.txt.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { billOfMaterials } from "@/lib/tools/supply-chain/bill-of-materials";
import { licenseTexts } from "@/lib/tools/supply-chain/license-texts";
import { productionPackages } from "@/lib/tools/supply-chain/production-packages";

const root = process.cwd();
const packages = productionPackages(root);
const made = await billOfMaterials(root, packages);
const files: Record<string, string> = {
	"sbom.cdx.json": `${JSON.stringify(made, null, "\t")}\n`,
	"third-party-licenses.txt": licenseTexts(
		root,
		packages.filter(({ installed }) => installed),
	),
};
await mkdir(join(root, "dist"), { recursive: true });
for (const [name, text] of Object.entries(files)) {
	await writeFile(join(root, "dist", name), text);
	console.log(`dist/${name}: ${Buffer.byteLength(text)} bytes`);
}
console.log(`${made.components.length} packages`);
