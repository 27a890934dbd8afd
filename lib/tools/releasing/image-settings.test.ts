import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { imageSettings } from "./image-settings";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const settings = imageSettings(read("Dockerfile"));
/** Where a read-only container can write. */
const WRITABLE = [...settings.volumes, "/tmp"].sort();

test("the image has a user, one volume, ports and a program", () => {
	expect(settings).toEqual({
		user: "1000:1000",
		workingDirectory: "/app",
		environment: ["NODE_ENV=production", "DATA_DIR=/data", "AGENT_CACHE=/data/agent", "AGENT_HOST=0.0.0.0"],
		ports: ["3000", "7070"],
		volumes: ["/data"],
		entrypoint: ["node", "run.mjs"],
		command: ["service"],
	});
});

test("compose publishes ports of the image, mounts its volumes, and leaves its user and program as they are", () => {
	const { services } = parse(read("ops/compose.yml"), { merge: true });
	const own = Object.entries<Record<string, unknown>>(services).filter(([, { image }]) =>
		String(image).startsWith("targeting-service:"),
	);
	expect(own.map(([name]) => name)).toEqual(["service", "worker", "agent"]);
	for (const [name, service] of own) {
		const { ports = [], volumes = [], tmpfs = [] } = service as Record<string, string[]>;
		expect([service.user, service.entrypoint, service.working_dir], name).toEqual([undefined, undefined, undefined]);
		expect(ports.map((port) => port.split(":").at(-1)).filter((port) => !settings.ports.includes(port ?? ""))).toEqual(
			[],
		);
		expect([...volumes.map((volume) => volume.split(":")[1]), ...tmpfs].sort(), name).toEqual(WRITABLE);
	}
});

interface Pod {
	readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number; readonly fsGroup: number };
	readonly containers: readonly {
		readonly name: string;
		readonly command?: unknown;
		readonly workingDir?: unknown;
		readonly ports?: readonly { readonly containerPort: number }[];
		readonly volumeMounts: readonly { readonly mountPath: string; readonly readOnly?: boolean }[];
	}[];
}

test.each(["service", "worker", "agent/agent"])(
	"Kubernetes runs %s as the image's user, on its ports and volumes",
	(file) => {
		const pods: Pod[] = parseAllDocuments(read(`ops/kubernetes/${file}.yaml`)).flatMap(
			(document) => document.toJS().spec?.template?.spec ?? [],
		);
		expect(pods).toHaveLength(1);
		for (const { securityContext, containers } of pods) {
			const { runAsUser, runAsGroup, fsGroup } = securityContext;
			// The group may write into volumes, which belong to root otherwise.
			expect([`${runAsUser}:${runAsGroup}`, fsGroup]).toEqual([settings.user, runAsGroup]);
			for (const { name, command, workingDir, ports = [], volumeMounts } of containers) {
				expect([command, workingDir], name).toEqual([undefined, undefined]);
				expect(ports.filter(({ containerPort }) => !settings.ports.includes(`${containerPort}`))).toEqual([]);
				const writable = volumeMounts.filter(({ readOnly }) => readOnly !== true).map(({ mountPath }) => mountPath);
				expect(writable.sort(), name).toEqual(WRITABLE);
			}
		}
	},
);
