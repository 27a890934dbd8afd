/**
 * @param {string[]} args of npm
 * @returns {{ command: string, args: string[] }} how to run that npm which runs this script, else the one in PATH
 */
export function npm(args) {
	const running = process.env.npm_execpath;
	if (running?.endsWith(".js") !== true) return { command: "npm", args };
	return { command: process.execPath, args: [running, ...args] };
}
