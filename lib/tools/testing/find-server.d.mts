/** The path of a server's program, from PATH or as Debian installs it; null without one. */
export function findServer(name: string): string | null;
