import { expect, test } from "vitest";
import { editDistance } from "./edit-distance";

test.each([
	["", "", 0],
	["", "abc", 3],
	["PORT", "PORT", 0],
	["DATABSE_URL", "DATABASE_URL", 1],
	["DATABSAE_URL", "DATABASE_URL", 1],
	["DATABASE_URI", "DATABASE_URL", 1],
	["BASEPATH", "BASE_PATH", 1],
	["kitten", "sitting", 3],
])("%j to %j takes %d steps, and as many back", (from, to, steps) => {
	expect([editDistance(from, to), editDistance(to, from)]).toEqual([steps, steps]);
});
