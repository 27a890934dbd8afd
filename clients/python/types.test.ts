import { expect, test } from "vitest";
import { ROUTES } from "@/lib/generated/routes";
import { openApiDocument } from "@/lib/http/openapi/open-api-document";
import { parseEnvironment } from "@/lib/platform/env";

interface Schema {
	$ref?: string;
	type?: string;
	enum?: unknown[];
	const?: unknown;
	anyOf?: Schema[];
	oneOf?: Schema[];
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	description?: string;
}

/** The rows that the client gives, by their names there and in the document. */
const ROWS = {
	Design: "Design",
	BuildRow: "BuildListRow",
	Build: "BuildDetail",
	Deployment: "Deployment",
	DeploymentDetail: "DeploymentDetail",
	Target: "AcceptingTarget",
	TokenGrant: "TokenGrant",
};
const HEAD = `"""Rows as the service answers them. Generated from its OpenAPI document by types.test.ts: run it with -u to renew it."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union
`;
const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES, { settings: parseEnvironment({}) })));
const schemas: Record<string, Schema> = document.components.schemas;

/** The type of a value; objects within a row are dictionaries. */
function typeOf(schema: Schema): string {
	const { $ref, anyOf, oneOf, items, type } = schema;
	if ($ref !== undefined) return typeOf(schemas[$ref.split("/").at(-1) ?? ""] ?? {});
	const choices = anyOf ?? oneOf;
	if (choices !== undefined) {
		const types = [...new Set(choices.filter((choice) => choice.type !== "null").map(typeOf))];
		const one = types.length === 1 ? (types[0] ?? "Any") : `Union[${types.join(", ")}]`;
		return choices.some((choice) => choice.type === "null") ? `Optional[${one}]` : one;
	}
	const values = schema.const === undefined ? schema.enum : [schema.const];
	if (values !== undefined) return `Literal[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
	if (type === "array") return `List[${typeOf(items ?? {})}]`;
	return (
		{ string: "str", integer: "int", number: "float", boolean: "bool", object: "Dict[str, Any]" }[type ?? ""] ?? "Any"
	);
}

function classOf(name: string, { properties = {}, description }: Schema): string {
	const fields = Object.entries(properties).map(([field, schema]) => `    ${field}: ${typeOf(schema)}`);
	return `\n\nclass ${name}(TypedDict):\n    """${description ?? name}"""\n\n${fields.join("\n")}\n`;
}

test("the client's types are those of the service's document", async () => {
	const classes = Object.entries(ROWS).map(([name, schema]) => {
		const found = schemas[schema];
		if (found === undefined) throw new Error(`no ${schema} among ${Object.keys(schemas).join(", ")}`);
		return classOf(name, found);
	});
	await expect(HEAD + classes.join("")).toMatchFileSnapshot("targeting_client/types.py");
});
