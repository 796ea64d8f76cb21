-- Slices with their threads and processes: includes slices.with_context.
INCLUDE PERFETTO MODULE slices.with_context;
