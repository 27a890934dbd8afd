/** The path of nginx, from PATH or as Debian installs it; null without one. */
export function findNginx(): string | null;
