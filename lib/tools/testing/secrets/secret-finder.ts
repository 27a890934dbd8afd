/** A secret to look for. */
export interface NamedSecret {
	readonly kind: string;
	readonly secret: string;
}

interface Needle {
	readonly kind: string;
	readonly form: string;
	readonly bytes: Buffer;
}

/** Shorter ones are found where they are not. */
const SHORTEST = 12;
/** Of their beginnings. */
const KEY_BYTES = 3;

/**
 * Finds secrets in bytes of any kind: as they are, escaped for a URL or JSON, in hex, and in base64
 * within whatever else was encoded with them. All are looked for in one pass.
 */
export class SecretFinder {
	/** Whether any needle begins with three bytes. */
	readonly #begins = new Uint8Array(1 << (8 * KEY_BYTES));
	readonly #needles = new Map<number, Needle[]>();

	constructor(secrets: readonly NamedSecret[]) {
		for (const { kind, secret } of secrets) {
			if (secret.length < SHORTEST) throw new Error(`the ${kind} is too short to be looked for`);
			for (const [text, form] of formsOf(secret)) this.#add({ kind, form, bytes: Buffer.from(text) });
		}
	}

	/** The secrets in it: their kinds, with the form. */
	find(bytes: Buffer): Set<string> {
		const found = new Set<string>();
		let key = 0;
		for (let at = 0; at < bytes.length; at += 1) {
			key = ((key << 8) | (bytes[at] ?? 0)) & 0xffffff;
			if (this.#begins[key] === 0) continue;
			const start = at - KEY_BYTES + 1;
			for (const { kind, form, bytes: needle } of this.#needles.get(key) ?? []) {
				if (needle.equals(bytes.subarray(start, start + needle.length))) found.add(`${kind} (${form})`);
			}
		}
		return found;
	}

	#add(needle: Needle): void {
		const key = needle.bytes.readUIntBE(0, KEY_BYTES);
		this.#begins[key] = 1;
		this.#needles.set(key, [...(this.#needles.get(key) ?? []), needle]);
	}
}

/** Every form of a secret, each once, with its name. */
function formsOf(secret: string): Map<string, string> {
	const bytes = Buffer.from(secret);
	const forms = new Map<string, string>();
	const add = (form: string, text: string) => forms.set(text, forms.get(text) ?? form);
	add("as it is", secret);
	// People type recovery codes with and without what groups their letters.
	add("without dashes", secret.replaceAll("-", ""));
	add("in a URL", encodeURIComponent(secret));
	add("in a form", new URLSearchParams({ a: secret }).toString().slice("a=".length));
	add("in JSON", JSON.stringify(secret).slice(1, -1));
	add("in hex", bytes.toString("hex"));
	add("in hex", bytes.toString("hex").toUpperCase());
	for (const before of [0, 1, 2]) {
		for (const encoding of ["base64", "base64url"] as const) {
			const all = Buffer.concat([Buffer.alloc(before), bytes]);
			// Without the letters that have bits of what stands before or after.
			const text = all.toString(encoding).slice(Math.ceil((before * 8) / 6), Math.floor((all.length * 8) / 6));
			add(`in ${encoding}`, text);
		}
	}
	return forms;
}
