package traceglass.ingest.pprof;

/// Kinds of text profiles before profile.proto.
enum LegacyKind {
    /// Allocations by tcmalloc or Go.
    HEAP,
    /// Allocations by jemalloc.
    JEMALLOC,
    /// Delays by locks.
    CONTENTION,
    /// Allocations of Java.
    JAVA_HEAP,
    /// Stacks of threads.
    THREADS,
    /// Numbers of anything, such as goroutines.
    COUNT
}
