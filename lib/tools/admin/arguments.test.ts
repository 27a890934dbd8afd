import { resolve } from "node:path";
import { expect, test } from "vitest";
import { AdminArgumentError, parseAdminArguments } from "./arguments";

const ID = "0d92078a-8246-4ba7-aba7-76104862e5c1";
const HEAD = `12:${"0f".repeat(32)}`;
const actor = expect.stringMatching(/^command line \(\S+@\S+\)$/);

test.each<[string[], object | null]>([
	[["list-people"], { name: "list-people", actor }],
	[["sign-in-link", "ada@acme.example"], { name: "sign-in-link", actor, email: "ada@acme.example" }],
	[
		["enable", "--organization", "acme", "ada@acme.example"],
		{ name: "enable", actor, email: "ada@acme.example", organization: "acme" },
	],
	[["erase-user", "ada@acme.example"], { name: "erase-user", actor, email: "ada@acme.example" }],
	[["reset-second-factor", "ada@acme.example"], { name: "reset-second-factor", actor, email: "ada@acme.example" }],
	[["erase-device"], { name: "erase-device", actor, from: null }],
	[["erase-device", "--file", "ids.txt"], { name: "erase-device", actor, from: "ids.txt" }],
	[["verify-audit"], { name: "verify-audit", actor }],
	[["accept-audit-head"], { name: "accept-audit-head", actor }],
	[["verify-audit", "--head", HEAD], { name: "verify-audit", actor, head: HEAD }],
	[
		["basemap", "fetch-file", "/maps/berlin.pmtiles"],
		{ name: "basemap", actor, from: "/maps/berlin.pmtiles", region: "berlin" },
	],
	[["export", "all.backup"], { name: "export", actor, path: "all.backup" }],
	[
		["backup", "backups", "--keep", "14", "--passphrase-file", "words.txt"],
		{ name: "backup", actor, path: "backups", keep: 14, passphraseFile: "words.txt" },
	],
	[["restore", "backups"], { name: "restore", actor, path: "backups" }],
	[
		["import-pois", "a.parquet", "/b.parquet", "--name", "Shops"],
		{ name: "import-pois", actor, paths: [resolve("a.parquet"), "/b.parquet"], release: "Shops" },
	],
	[["verify-release", "release", "--key", "key.pub"], { name: "verify-release", release: "release", key: "key.pub" }],
	[["sign-in-link", "--help"], null],
])("%j", (args, command) => {
	expect(parseAdminArguments(args)).toEqual(command);
});

test.each([
	[
		[],
		"a command is missing: list-people, sign-in-link, reset-second-factor, enable, erase-user, erase-device, verify-audit, accept-audit-head, basemap, import-pois, verify-release, export, import, verify, backup or restore",
	],
	[["erase-user", "a@b.example", "--organization", "acme"], "erase-user erases every account with the e-mail"],
	[
		["delete", "a@b.example"],
		"the command delete is unknown: it must be list-people, sign-in-link, reset-second-factor, enable, erase-user, erase-device, verify-audit, accept-audit-head, basemap, import-pois, verify-release, export, import, verify, backup or restore",
	],
	[["list-people", "a@b.example"], "list-people takes no argument"],
	[["sign-in-link"], "sign-in-link must be followed by an e-mail"],
	[["erase-device", ID], "erase-device takes ids by --file or standard input, and no argument"],
	[["erase-device", "--organization", "acme"], "erase-device takes no --organization"],
	[["erase-device", "--file", ""], "--file must be followed by the path of a file"],
	[["enable", "a@b.example", "--file", "ids.txt"], "--file is for erase-device alone"],
	[["verify-audit", "12"], "verify-audit takes no argument"],
	[["verify-audit", "--head", "12"], "--head must be followed by POSITION:HASH, as the log has it"],
	[["enable", "a@b.example", "--head", HEAD], "--head is for verify-audit alone"],
	[["import-pois"], "import-pois must be followed by files"],
	[["import-pois", "a", "--keep", "3"], "--passphrase-file and --keep are for"],
	[["basemap", "berlin.pmtiles"], "basemap must be followed by fetch-file and one file"],
	[["basemap", "fetch-file", "a.pmtiles", "--name", " "], "--name must have 1 to 100 characters"],
	[["list-people", "--name", "x"], "--name is for basemap and import-pois"],
	[["import"], "import must be followed by one file"],
	[["restore", "backups", "others"], "restore must be followed by one directory"],
	[["verify", "all.backup", "--file", "ids.txt"], "verify takes no --file"],
	[["export", "all.backup", "--keep", "3"], "--keep is for backup alone"],
	[["backup", "backups", "--keep", "0"], "--keep is for backup alone, and must be followed by a number from 1 on"],
	[["backup", "backups", "--passphrase-file", ""], "--passphrase-file must be followed by the path of a file"],
	[["enable", "a@b.example", "--keep", "3"], "--passphrase-file and --keep are for export, import"],
	[["verify-release", "--key", "key.pub"], "verify-release must be followed by one directory or file"],
	[["verify-release", "release"], "verify-release needs --key"],
	[["verify-release", "release", "--key", "key.pub", "--keep", "3"], "verify-release takes no --keep"],
	[["verify", "all.backup", "--key", "key.pub"], "--key is for verify-release alone"],
	[["enable", ""], "enable must be followed by an e-mail"],
	[["sign-in-link", "a@b.example", "c@d.example"], "sign-in-link takes one e-mail, and was given 2"],
	[["enable", "a@b.example", "--organisation", "acme"], "Unknown option '--organisation'"],
])("%j is refused", (args, message) => {
	expect(() => parseAdminArguments(args)).toThrow(AdminArgumentError);
	expect(() => parseAdminArguments(args)).toThrow(message);
});
