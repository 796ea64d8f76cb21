package traceglass.analysis.track.info;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// User-visible strings for the details of a track.
final class TrackInfoTexts {

    private TrackInfoTexts() {}

    static final String PATH = tr("Path");
    static final String KIND = tr("Kind");
    static final String TYPE = tr("Type");
    static final String MACHINE = tr("Machine");
    static final String PARENT = tr("Parent track");
    static final String THREAD = tr("Thread");
    static final String PROCESS = tr("Process");
    static final String CPU = tr("CPU");

    static String cpu(long cpu, long ucpu) {
        return tr("{0} (ucpu {1})", cpu, ucpu);
    }

    // ---- Statistics

    static final String STATISTICS_BY_STATE = tr("Statistics of this thread by state");
    static final String THREAD_STATISTICS_BY_SLICE = tr("Statistics of this thread by slice name");
    static final String STATISTICS_BY_THREAD = tr("CPU time of this process by thread");
    static final String PROCESS_STATISTICS_BY_SLICE = tr("Statistics of this process by slice name");
    static final String CPU_STATISTICS = tr("Time of this CPU by thread");
    static final String COUNTER_STATISTICS = tr("Statistics of this counter");

    // ---- Fields

    static final String UNIT = tr("Unit");
    static final String FORMULA = tr("Formula");
    static final String FORMULA_OF = tr("Computed from");
    static final String TABLE = tr("Table");
    static final String COMPUTED = tr("computed");

    static String ids(int n) {
        return n == 1 ? tr("Track id") : tr("Track ids");
    }

    static String moreIds(String first, int count) {
        return first + " … (" + DisplayText.grouped(count) + ")";
    }

    static final String EVENTS = tr("Events");
    static final String FIRST = tr("First");
    static final String LAST = tr("Last");
    static final String TRACKS = tr("Tracks");
    static final String KEY = tr("Key");

    static String more(String first, int others) {
        return tr("{0} and {1} more", first, DisplayText.grouped(others));
    }

    static String description(String text) {
        return tr("Description: {0}", text);
    }

    // ---- Patterns

    static final String TOO_SLOW = tr("this expression takes too long");
}
