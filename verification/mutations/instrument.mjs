import { createHash } from "node:crypto";
import { parseAst } from "vitest/node";
import { conjunctsOf } from "./conjuncts-of.mjs";

const IS = "globalThis.__mutants.is";
const DEFINED = `globalThis.__mutants??={active:"",hits:new Set(),is(id){this.hits.add(id);return this.active===id}};`;
const FUNCTIONS = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const COMPARISONS = /^([!=]==?|[<>]=?|in|instanceof)$/;
const SQL_STATEMENT = /^`\s*(SELECT|WITH|UPDATE|INSERT|DELETE)/;
const SQL_CONDITION = / (=|<>|<|>|IN|IS|OR|AND) |EXISTS/;
/** A line in the log is no check: nobody is let in or refused by it. */
const LOG = /^(log\.\w+|logFailure)\(/;
const NOT_CODE = /^(typeAnnotation|returnType|typeParameters|typeArguments|params)$/;

/**
 * Puts every mutant of a module beside what it replaces, each to be switched on by its id: conditions
 * become true and false, operands of `&&` and `||`, conditions of SQL, elements of lists and
 * properties of filters are left out, and so are calls that stand alone, but for those of the log.
 * @param {string} code TypeScript
 * @param {string} path of the module, which names its mutants
 * @param {{ filters: boolean }} options whether lists and objects are filters
 * @returns {{ code: string, mutants: { id: string, line: number, words: string }[] }}
 */
export function instrument(code, path, { filters }) {
	const module = new MutatedModule(code, path, filters);
	module.visit(parseAst(code, { lang: "ts" }), null, "", 0);
	return { code: DEFINED + module.assemble(), mutants: module.mutants };
}

class MutatedModule {
	mutants = [];
	#code;
	#path;
	#filters;
	/** Tells apart the mutants of a module's versions. */
	#version;
	#insertions = [];

	constructor(code, path, filters) {
		this.#code = code;
		this.#path = path;
		this.#filters = filters;
		this.#version = createHash("sha256").update(code).digest("hex").slice(0, 8);
	}

	/** Only what functions run is mutated: modules are loaded before a mutant is switched on. */
	visit(node, parent, key, depth) {
		if (node === null || typeof node !== "object") return;
		if (Array.isArray(node)) {
			for (const each of node) this.visit(each, parent, key, depth);
			return;
		}
		if (typeof node.type !== "string" || /^TS(Type|Interface)/.test(node.type)) return;
		if (depth > 0) this.#mutate(node, parent, key);
		const below = FUNCTIONS.test(node.type) ? depth + 1 : depth;
		for (const [name, child] of Object.entries(node)) {
			if (!NOT_CODE.test(name)) this.visit(child, node, name, below);
		}
	}

	#mutate(node, parent, key) {
		if (node.type === "IfStatement" || node.type === "ConditionalExpression") this.#replaceByBoth(node.test);
		if (node.type === "LogicalExpression" && node.operator !== "??") {
			this.#replace(node, this.#text(node.left));
			this.#replace(node, this.#text(node.right));
		}
		const returned = key === "argument" && parent.type === "ReturnStatement";
		if ((returned || (key === "body" && FUNCTIONS.test(parent.type))) && isBoolean(node)) this.#replaceByBoth(node);
		if (node.type === "ExpressionStatement" && isCall(node.expression) && !LOG.test(this.#text(node))) {
			this.#wrap(node.expression, `${this.#named(node.expression, "nothing")}||(`, ")");
		}
		if (node.type === "TaggedTemplateExpression" && this.#text(node.tag).startsWith("Prisma.sql"))
			this.#mutateSql(node);
		if (!this.#filters) return;
		if (node.type === "ArrayExpression" && node.elements.length > 1)
			for (const each of node.elements) this.#leaveOut(each, "[]");
		if (node.type === "ObjectExpression") for (const each of node.properties) this.#leaveOut(each, "{}");
	}

	#mutateSql({ quasi, ...node }) {
		const sql = this.#text(quasi);
		if (!SQL_STATEMENT.test(sql) && SQL_CONDITION.test(sql)) {
			this.#replace(node, "Prisma.sql`TRUE`");
			this.#replace(node, "Prisma.sql`FALSE`");
		}
		for (const [start, end] of conjunctsOf(sql)) {
			const line = this.#lineAt(quasi.start + start);
			const name = this.#named(node, "TRUE", sql.slice(start, end), line);
			this.#wrap(node, `(${name}?Prisma.sql${sql.slice(0, start)}TRUE${sql.slice(end)}:`, ")");
		}
	}

	/** An element of a list or a property of an object; `nothing` is an empty one. */
	#leaveOut(part, nothing) {
		const [open, close] = nothing;
		if (part.type === "SpreadElement") this.#replace(part.argument, nothing);
		else this.#wrap(part, `...(${this.#named(part, "left out")}?${nothing}:${open}`, `${close})`);
	}

	#replaceByBoth(node) {
		this.#replace(node, "true");
		this.#replace(node, "false");
	}

	#replace(node, by) {
		this.#wrap(node, `(${this.#named(node, by)}?${by}:`, ")");
	}

	#wrap({ start, end }, before, after) {
		const order = this.#insertions.length;
		this.#insertions.push({ at: start, text: before, order, opens: true });
		this.#insertions.push({ at: end, text: after, order: -order, opens: false });
	}

	/** Makes a mutant, and gives the condition that it is on. */
	#named(node, by, what = this.#text(node), line = this.#lineAt(node.start)) {
		const id = `${this.#path}#${this.#version}-${this.mutants.length + 1}`;
		const [before, after] = [what, by].map((words) => words.replace(/\s+/g, " ").trim().slice(0, 80));
		this.mutants.push({ id, line, words: `${before} → ${after}` });
		return `${IS}(${JSON.stringify(id)})`;
	}

	#text({ start, end }) {
		return this.#code.slice(start, end);
	}

	#lineAt(at) {
		return this.#code.slice(0, at).split("\n").length;
	}

	assemble() {
		const sorted = this.#insertions.sort(
			(one, other) => one.at - other.at || Number(one.opens) - Number(other.opens) || one.order - other.order,
		);
		let written = 0;
		let out = "";
		for (const { at, text } of sorted) {
			out += this.#code.slice(written, at) + text;
			written = at;
		}
		return out + this.#code.slice(written);
	}
}

/** Whether an expression is a condition, by how it is written. */
function isBoolean({ type, operator }) {
	if (type === "BinaryExpression") return COMPARISONS.test(operator);
	return (type === "LogicalExpression" && operator !== "??") || (type === "UnaryExpression" && operator === "!");
}

const isCall = ({ type, argument }) => type === "CallExpression" || (type === "AwaitExpression" && isCall(argument));
