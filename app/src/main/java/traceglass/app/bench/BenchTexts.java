package traceglass.app.bench;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;

/// Messages of benchmarks that fail.
final class BenchTexts {

    private BenchTexts() {}

    // ---- Measured process

    static final String PROCESS_FAILED = tr("the measured process failed");
    static final String INTERRUPTED = tr("interrupted");

    static String processTimedOut(long seconds) {
        return tr("the measured process took more than {0} s", seconds);
    }

    static String cantStartProcess(String reason) {
        return tr("can't start the measured process: {0}", reason);
    }

    static String cantMeasureStart(String reason) {
        return tr("can't measure the start: {0}", reason);
    }

    // ---- Stages

    static String cantMeasureStages(Path trace, String reason) {
        return tr("can't measure the stages of {0}: {1}", trace, reason);
    }

    // ---- Repeated trace

    static final String NOT_A_PERFETTO_TRACE = tr("not a Perfetto trace");
    static final String HAS_GROUPS = tr("the Perfetto format has no groups");
}
