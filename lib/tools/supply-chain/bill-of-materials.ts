import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";
import type { ProductionPackage } from "./production-packages";

const LARGEST = 64 * 1024 ** 2;

const component = z.looseObject({
	"bom-ref": z.string(),
	name: z.string(),
	version: z.string(),
	purl: z.string(),
	licenses: z.array(z.unknown()).optional(),
	hashes: z.array(z.unknown()).optional(),
});
const document = z.looseObject({
	bomFormat: z.literal("CycloneDX"),
	specVersion: z.string(),
	metadata: z.looseObject({ component, timestamp: z.string().optional() }),
	components: z.array(component),
	dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});
export type BillOfMaterials = z.infer<typeof document>;

/**
 * The software bill of materials of the installed service in CycloneDX, as npm makes it, cut to the
 * given packages. The same installation gives the same document.
 * @throws with npm's words where what is installed is not what the lock file says
 */
export async function billOfMaterials(root: string, packages: readonly ProductionPackage[]): Promise<BillOfMaterials> {
	const { serialNumber: _, ...made } = document.parse(JSON.parse(await askNpm(root)));
	const { timestamp: __, ...metadata } = made.metadata;
	const own = metadata.component["bom-ref"];
	const licenses = new Map(packages.map((one) => [labelOf(one), one.license]));
	const components = made.components
		.map((one) => ({ ...one, name: nameOf(one.purl) }))
		.filter((one) => licenses.has(labelOf(one)))
		.map((one) => ({ ...one, licenses: one.licenses ?? [{ license: { id: licenses.get(labelOf(one)) } }] }));
	const refs = new Set([own, ...components.map((one) => one["bom-ref"])]);
	return {
		...made,
		// npm calls the project like the directory that it lies in.
		metadata: { ...metadata, component: { ...metadata.component, name: own.slice(0, own.lastIndexOf("@")) } },
		components,
		dependencies: made.dependencies
			.filter(({ ref }) => refs.has(ref))
			.map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
	};
}

/** npm names a package that stands in for others like one of them. */
const nameOf = (purl: string) => decodeURIComponent(purl.slice("pkg:npm/".length, purl.lastIndexOf("@")));

const labelOf = ({ name, version }: { readonly name: string; readonly version: string }) => `${name}@${version}`;

/**
 * All packages: with `--omit=dev` npm leaves out what a package for development needs, too, although
 * the service needs it.
 */
async function askNpm(root: string): Promise<string> {
	const args = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application"];
	const npm = process.env.npm_execpath;
	const [program, before] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
	return (await promisify(execFile)(program, [...before, ...args], { cwd: root, maxBuffer: LARGEST })).stdout;
}
