import { expect, test } from "vitest";
import { mapHost } from "./page-headers";

test("pages may ask the host of the map's style, and no other one", () => {
	expect(mapHost(undefined)).toBe("");
	expect(mapHost("https://tiles.example.com:8443/styles/v1.json?key=a")).toBe(" https://tiles.example.com:8443");
});
