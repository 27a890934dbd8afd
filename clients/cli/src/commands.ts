import type { Command } from "./command";
import { api } from "./commands/api";
import { apply } from "./commands/apply";
import { buildDesign } from "./commands/build";
import { completion } from "./commands/completion";
import { approve, reject } from "./commands/decide";
import { deploy } from "./commands/deploy";
import { designs } from "./commands/designs";
import { exportState } from "./commands/export";
import { importFile } from "./commands/import";
import { login } from "./commands/login";
import { logout } from "./commands/logout";
import { matches } from "./commands/matches";
import { mcp } from "./commands/mcp";
import { tail } from "./commands/tail";
import { testPoint } from "./commands/test-point";

/** Every command: parsing, help and completion are made of this table. */
export const COMMANDS: readonly Command[] = [
	login,
	logout,
	designs,
	importFile,
	buildDesign,
	deploy,
	approve,
	reject,
	tail,
	testPoint,
	matches,
	exportState,
	apply,
	api,
	mcp,
	completion,
];
