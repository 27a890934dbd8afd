import { formatPlural } from "@/lib/browser/format";

/** `1 row with errors`, `12 rows with errors`. */
export const rowsWithErrors = (count: number): string => formatPlural(count, "row with errors", "rows with errors");
