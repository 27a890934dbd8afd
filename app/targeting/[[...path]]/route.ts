import { unknownPath } from "@/lib/http/routes/unknown-path";

/** Unknown paths below /targeting. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownPath;
