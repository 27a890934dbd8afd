import { join } from "node:path";
import { copyDemoWorld, seed } from "@/lib/tools/seed/copy-demo-world";
import type { DemoWorld } from "@/lib/tools/seed/demo-world";
import type { Place } from "./place";
import type { DatabaseKind } from "./postgres";

/** Devices of the demo world's inventory source: enough for every audience, and quickly seeded. */
export const SEEDED_DEVICES = 4_000;

/** Fills the storage of a service in a directory with the demo world. */
export function fillWithDemoWorld(kind: DatabaseKind, directory: string, { env }: Place): Promise<DemoWorld> {
	if (kind === "embedded") return copyDemoWorld(directory, SEEDED_DEVICES);
	return seed(env, join(directory, "credentials.json"), SEEDED_DEVICES);
}
