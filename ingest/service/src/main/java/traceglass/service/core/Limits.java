package traceglass.service.core;

/// Limits and default periods of the service.
final class Limits {
    static final int BUFFERS_PER_SESSION = 128;
    static final int SESSIONS = 15;
    static final int SESSIONS_PER_USER = 5;
    static final long MAX_DURATION_MS = 7L * 24 * 3600 * 1000;
    /// Limits of sessions with `enable_extra_guardrails`.
    static final long MAX_GUARDED_DURATION_MS = 24L * 3600 * 1000;
    static final long GUARDED_BUFFERS_KB = 131072;
    static final long GUARDED_REPEAT_NS = 300_000_000_000L;
    static final long MAX_BUFFER_BYTES = (1L << 32) - 1;
    static final int FLUSH_TIMEOUT_MS = 5000;
    static final int STOP_TIMEOUT_MS = 5000;
    static final int SLOW_START_MS = 20_000;
    static final int SNAPSHOT_INTERVAL_MS = 10_000;
    static final int SNAPSHOTS_KEPT = 16;
    static final long CLOCK_DRIFT_NS = 10_000_000;
    static final int FILE_PERIOD_MS = 5000;
    static final int MIN_FILE_PERIOD_MS = 100;
    static final int PENDING_FLUSHES = 1000;
    static final int READ_BATCH_BYTES = 32768;
    static final int FILE_BATCH_BYTES = 1 << 20;
    static final int EVENTS_KEPT = 64;
    static final int SOURCES_IN_EVENT = 32;
    static final int CONCURRENT_EVENTS_KEPT = 4096;
    static final long DAY_NS = 24L * 3600 * 1_000_000_000L;
    static final int INLINE_CHUNK_BYTES = 65536;
    static final int PATCHES_PER_CHUNK = 1024;
    static final int MAX_WRITER_ID = 32767;
    /// Limits the memory that a malicious producer can use.
    static final int SOURCES_PER_PRODUCER = 4096;

    static final long DESCRIPTOR_BYTES_PER_PRODUCER = 16 << 20;
    static final int TRIGGERS_KEPT = 10_000;

    /// Flush flags: the reason in the low four bits, and the initiator (1 for the service) in the next four.
    static final int FLUSH_PERIODIC = 0x11;

    static final int FLUSH_STOP = 0x12;
    static final int FLUSH_CLONE = 0x13;

    private Limits() {}
}
