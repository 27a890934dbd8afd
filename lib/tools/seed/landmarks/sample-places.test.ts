import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { BERLIN } from "./berlin";

test("the sample places of the first steps are the circles of the demo world's Berlin", async () => {
	const rows = BERLIN.landmarks.flatMap((landmark) =>
		"at" in landmark ? [[landmark.name, ...landmark.at, landmark.radius].join(",")] : [],
	);
	const list = await readFile(new URL("../../../../public/samples/berlin-landmarks.csv", import.meta.url), "utf8");
	expect(list).toBe(`${["name,latitude,longitude,radius", ...rows].join("\n")}\n`);
});
