package traceglass.ingest.pprof;

/// Kinds of text profiles that predate profile.proto.
enum LegacyKind {
    /// Allocations by tcmalloc or Go.
    HEAP,
    /// Allocations by jemalloc.
    JEMALLOC,
    /// Lock delays.
    CONTENTION,
    /// Allocations of Java.
    JAVA_HEAP,
    /// Stacks of threads.
    THREADS,
    /// Counts of any objects, such as goroutines.
    COUNT
}
