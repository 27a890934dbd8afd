-- What may repeat without end, such as refused sign-ins, is one audit event at first, and then a number.
CREATE TABLE "audit_windows" (
    "subject" TEXT NOT NULL,
    "repeated" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "event" JSONB NOT NULL,

    CONSTRAINT "audit_windows_pkey" PRIMARY KEY ("subject")
);
CREATE INDEX "audit_windows_ends_at_idx" ON "audit_windows"("ends_at");
