import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import {
	bindMigrationAwareSqlAdapterFactory,
	ColumnTypeEnum,
	type SqlDriverAdapter,
} from "@prisma/driver-adapter-utils";
import * as wasmBindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";
import { createPglitePool } from "@/lib/platform/db/embedded/pglite-pool";
import { defineGlobal } from "@/lib/platform/process-state";

const CHAR_OID = 18;
const TEXT_OID = 25;

/**
 * Prisma's schema engine in WebAssembly, which needs no download and no server. For development and
 * tests.
 */
export type SchemaEngine = wasmBindings.SchemaEngine;

/**
 * Runs `use` with a schema engine. Its databases (main and shadow) are empty ones in memory, or
 * `pool` is the main one.
 */
export async function withSchemaEngine<T>(use: (engine: SchemaEngine) => Promise<T>, pool?: pg.Pool): Promise<T> {
	loadWasm();
	const opened: (() => Promise<void>)[] = [];
	const inMemory = async () => {
		const { pool, thread } = createPglitePool({ directory: null, durable: false });
		opened.push(async () => {
			await pool.end();
			await thread.close();
		});
		return engineAdapter(pool);
	};
	const factory = bindMigrationAwareSqlAdapterFactory({
		provider: "postgres",
		adapterName: "@prisma/adapter-pg",
		connect: () => (pool ? engineAdapter(pool) : inMemory()),
		connectToShadowDb: inMemory,
	});
	try {
		const engine = await wasmBindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, factory);
		try {
			return await use(engine);
		} finally {
			engine.free();
		}
	} finally {
		// The engine locks for the life of its connection, which the pool keeps open.
		await pool?.query("SELECT pg_advisory_unlock_all()");
		for (const close of opened) await close();
	}
}

let loaded = false;

function loadWasm(): void {
	if (loaded) return;
	const path = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
	const module = new WebAssembly.Module(readFileSync(path.replace(/\.js$/, ".wasm")));
	const instance = new WebAssembly.Instance(module, { "./schema_engine_bg.js": { ...wasmBindings } });
	// The bindings' declarations omit a function of their loader.
	const { __wbg_set_wasm } = wasmBindings as unknown as { __wbg_set_wasm(exports: WebAssembly.Exports): void };
	__wbg_set_wasm(instance.exports);
	defineGlobal("PRISMA_WASM_PANIC_REGISTRY", {
		set_message(message: string) {
			throw new Error(`The schema engine has panicked: ${message}`);
		},
	});
	(instance.exports.__wbindgen_start as () => void)();
	loaded = true;
}

/**
 * Prisma's adapter with two fixes: it refuses columns of type "char", and splits scripts at every
 * semicolon.
 */
async function engineAdapter(pool: pg.Pool): Promise<SqlDriverAdapter> {
	const charColumns = new WeakMap<object, number[]>();
	const charAware = new Proxy(pool, {
		get(target, name) {
			if (name !== "query") return Reflect.get(target, name, target);
			return async (query: pg.QueryArrayConfig) => {
				const result = await target.query(query);
				const columns = result.fields.flatMap(({ dataTypeID }, index) => (dataTypeID === CHAR_OID ? [index] : []));
				for (const column of columns) Object.assign(result.fields[column] ?? {}, { dataTypeID: TEXT_OID });
				charColumns.set(result.rows, columns);
				return result;
			};
		},
	});
	const adapter = (await new PrismaPg(charAware).connect()) as SqlDriverAdapter;
	const queryRaw = adapter.queryRaw.bind(adapter);
	adapter.queryRaw = async (query) => {
		const result = await queryRaw(query);
		for (const column of charColumns.get(result.rows) ?? []) result.columnTypes[column] = ColumnTypeEnum.Character;
		return result;
	};
	adapter.executeScript = async (script) => {
		await pool.query(script);
	};
	return adapter;
}
