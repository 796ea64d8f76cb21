INCLUDE PERFETTO MODULE slices.with_context;
