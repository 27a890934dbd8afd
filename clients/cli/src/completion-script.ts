import { type Command, isChoice, optionsOf } from "./command";

const SCRIPTS = { bash, zsh, fish };

/** The script by which a shell completes commands, options and files. */
export const completionScript = (shell: keyof typeof SCRIPTS, commands: readonly Command[]): string =>
	SCRIPTS[shell](commands);

const choicesOf = ({ args }: Command): string[] => args.filter(isChoice).flatMap((name) => name.split("|"));
const takesFile = (command: Command) => command.args.includes("FILE");
const isFile = (value = "") => /^FILE\b/.test(value);
const names = (commands: readonly Command[]) => commands.map(({ name }) => name).join(" ");
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function bash(commands: readonly Command[]): string {
	const cases = commands.map((command) => {
		const options = Object.keys(optionsOf(command)).map((name) => `--${name}`);
		return `    ${command.name}) words="${[...options, ...choicesOf(command)].join(" ")}" ;;`;
	});
	const ofFiles = commands.flatMap((command) =>
		Object.entries(command.options).flatMap(([name, { value }]) => (isFile(value) ? `--${name}` : [])),
	);
	return `# bash completion of targeting
_targeting() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${names(commands)} help"; fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  case "$previous" in
    ${[...new Set(ofFiles)].join("|")}) words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _targeting targeting`;
}

function zsh(commands: readonly Command[]): string {
	const escaped = (text: string) => text.replaceAll(/[[\]:]/g, "\\$&");
	const described = commands.map(({ name, summary }) => `    ${quoted(`${name}:${escaped(summary)}`)}`);
	const cases = commands.map((command) => {
		const options = Object.entries(optionsOf(command)).map(([name, { value, help, multiple }]) => {
			const takes = value === undefined ? "" : `:${escaped(value)}:${isFile(value) ? "_files" : ""}`;
			return quoted(`${multiple ? "*" : ""}--${name}[${escaped(help)}]${takes}`);
		});
		const choices = choicesOf(command);
		const rest = choices.length > 0 ? `1:word:(${choices.join(" ")})` : takesFile(command) ? "*:file:_files" : "";
		return `    ${command.name}) _arguments ${[...options, ...(rest === "" ? [] : [quoted(rest)])].join(" ")} ;;`;
	});
	return `#compdef targeting
_targeting() {
  local -a commands
  commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  shift words; (( CURRENT-- ))
  case $words[1] in
${cases.join("\n")}
  esac
}
if [ "$funcstack[1]" = _targeting ]; then _targeting "$@"; else compdef _targeting targeting; fi`;
}

function fish(commands: readonly Command[]): string {
	const lines = commands.flatMap((command) => {
		const within = `complete -c targeting -n ${quoted(`__fish_seen_subcommand_from ${command.name}`)}`;
		const options = Object.entries(optionsOf(command)).map(([name, { value, help }]) => {
			const takes = value === undefined ? "" : isFile(value) ? " -r -F" : " -x";
			return `${within} -l ${name}${takes} -d ${quoted(help)}`;
		});
		return [
			`complete -c targeting -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
			...options,
			...choicesOf(command).map((word) => `${within} -f -a ${word}`),
			...(takesFile(command) ? [] : [`${within} -f`]),
		];
	});
	return ["# fish completion of targeting", ...lines].join("\n");
}
