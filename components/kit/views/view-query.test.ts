import { expect, test } from "vitest";
import { viewAddress, viewQuery } from "./view-query";

test("a view keeps the filters and the order, not the place in the list", () => {
	expect(viewQuery("?status=activated&offset=50&q=coffee+shops")).toBe("q=coffee+shops&status=activated");
	expect(viewQuery("offset=50")).toBe("");
});

test("the order of the parameters does not matter", () => {
	expect(viewQuery("b=2&a=1,3")).toBe(viewQuery("a=1%2C3&b=2"));
});

test("the address of a view", () => {
	expect(viewAddress("/deployments", "a=1")).toBe("/deployments?a=1");
	expect(viewAddress("/deployments", "")).toBe("/deployments");
});
