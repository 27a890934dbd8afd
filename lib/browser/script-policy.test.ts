import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { config } from "zod";
import { harmlessMarkup, ownScript } from "./script-policy";

beforeEach(() => void vi.stubGlobal("window", { location: new URL("https://targeting.example/designs") }));
afterEach(() => void vi.unstubAllGlobals());

test.each(["/_next/static/chunks/a.js", "https://targeting.example/maplibre/maplibre-gl-worker.mjs"])(
	"the script %s is the build's",
	(address) => expect(ownScript(address)).toBe(address),
);

test.each([
	"https://elsewhere.example/_next/static/a.js",
	"//elsewhere.example/_next/static/a.js",
	"/_next/static/../../api/designs",
	"/api/designs/1/sets/2/geofences.csv",
	"/_next/image",
	"blob:https://targeting.example/1",
	"data:text/javascript,alert(1)",
	"javascript:alert(1)",
])("the script %s is none", (address) => expect(ownScript(address)).toBeNull());

test("markup becomes part of a page in no other way than as an empty script", () => {
	const markup = "<img src=x onerror=alert(1)>";
	const read = (text: string, sink: string) => harmlessMarkup(text, "TrustedHTML", sink);
	expect(read(markup, "DOMParser parseFromString")).toBe(markup);
	expect(read("<script></script>", "Element innerHTML")).toBe("<script></script>");
	for (const sink of ["Element innerHTML", "Document write", "HTMLIFrameElement srcdoc"]) {
		expect(read(markup, sink)).toBeNull();
		expect(read("<script>alert(1)</script>", sink)).toBeNull();
	}
});

test("zod reads its settings from the name by which pages forbid it eval", () => {
	expect(config()).toBe(Reflect.get(globalThis, "__zod_globalConfig"));
});
