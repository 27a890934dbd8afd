import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import { UsageError } from "../exit";

/** A state as its file has it, with the lines of its parts. */
export class StateFile {
	readonly #name: string;
	readonly #document: Document;
	readonly #lines = new LineCounter();

	/**
	 * @param text YAML, or JSON
	 * @throws UsageError with the line of what cannot be read
	 */
	constructor(name: string, text: string) {
		this.#name = name === "-" ? "standard input" : name;
		this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
		const [problem] = this.#document.errors;
		if (problem !== undefined) throw new UsageError(`${this.#at(problem.pos[0])}: ${problem.message}`);
	}

	/** The state with secrets of the environment in place of references; those that are not set stay. */
	resolve(env: NodeJS.ProcessEnv): unknown {
		try {
			return resolved(this.#document.toJS(), env);
		} catch (error) {
			throw new UsageError(`${this.#name}: ${(error as Error).message}`);
		}
	}

	/** A path of the state as `file:line:column: path`; of what is missing, the place where it would be. */
	placeOf(path: string): string {
		const keys = path.split(/[.[\]]+/).filter((key) => key !== "");
		for (let depth = keys.length; depth >= 0; depth -= 1) {
			const node = this.#document.getIn(keys.slice(0, depth).map(asKey), true);
			if (isNode(node) && node.range) return `${this.#at(node.range[0])}: ${path}`;
		}
		return `${this.#name}: ${path}`;
	}

	#at(offset: number): string {
		const { line, col } = this.#lines.linePos(offset);
		return `${this.#name}:${line}:${col}`;
	}
}

const asKey = (key: string) => (/^\d+$/.test(key) ? Number(key) : key);

function resolved(value: unknown, env: NodeJS.ProcessEnv): unknown {
	if (Array.isArray(value)) return value.map((item) => resolved(item, env));
	if (typeof value !== "object" || value === null) return value;
	const fields = Object.entries(value);
	const [[name, variable] = []] = fields;
	if (fields.length === 1 && name === "env" && typeof variable === "string") return env[variable] || value;
	return Object.fromEntries(fields.map(([key, inner]) => [key, resolved(inner, env)]));
}
