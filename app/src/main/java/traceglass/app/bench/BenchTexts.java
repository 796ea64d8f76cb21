package traceglass.app.bench;

/// Messages of benchmarks that fail.
final class BenchTexts {

    private BenchTexts() {}

    // ---- Measured process

    static final String PROCESS_FAILED = "the measured process failed";
    static final String INTERRUPTED = "interrupted";

    static String processTimedOut(long seconds) {
        return "the measured process took more than " + seconds + " s";
    }

    static String cantStartProcess(String reason) {
        return "can't start the measured process: " + reason;
    }

    static String cantMeasureStart(String reason) {
        return "can't measure the start: " + reason;
    }

    // ---- Repeated trace

    static final String NOT_A_PERFETTO_TRACE = "not a Perfetto trace";
    static final String HAS_GROUPS = "the Perfetto format has no groups";
}
