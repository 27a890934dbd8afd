/**
 * The cookie that keeps the chosen theme; the server reads it, so that the first paint has it
 * already.
 */
export const THEME_COOKIE = "theme";
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The theme that a cookie's value stands for; anything unknown is the system's. */
export const parseTheme = (value: string | undefined): Theme => THEMES.find((theme) => theme === value) ?? "system";
