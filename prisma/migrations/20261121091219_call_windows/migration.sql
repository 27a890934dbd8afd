-- CreateTable
CREATE TABLE "call_windows" (
    "subject" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "call_windows_pkey" PRIMARY KEY ("subject")
);

-- Written by hand from here on: what schema.prisma cannot express.

-- Every throttled call writes here: neither the write-ahead log nor a new page for each version of a row.
ALTER TABLE "call_windows" SET UNLOGGED;
ALTER TABLE "call_windows" SET (fillfactor = 50);
