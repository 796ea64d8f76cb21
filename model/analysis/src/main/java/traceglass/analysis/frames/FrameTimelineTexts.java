package traceglass.analysis.frames;

import static traceglass.store.language.Translations.tr;

import traceglass.store.time.TimeText;

/// User-visible strings for frames of Android: the report of a range and the comparison.
final class FrameTimelineTexts {

    private FrameTimelineTexts() {}

    // ---- Tracks

    static final String TRACK_KIND = tr("frames");

    static String late(String label, long ns) {
        return tr("{0} · late by {1}", label, TimeText.duration(ns));
    }

    // ---- Report

    static final String TITLE = tr("Frames");
    static final String ACTUAL = tr("Actual");
    static final String EXPECTED = tr("Expected");
    static final String PARTIAL = tr(" (partial)");
    static final String UNKNOWN = tr("Unknown");
    static final String REMARK = tr("frames clipped at the edges; shares of all expected or all actual frames");

    // ---- Comparison

    static final String UNKNOWN_APP = tr("Unknown app");
    static final String NOTHING_TO_COMPARE =
            tr("Neither trace has frames here. They require the data source android.surfaceflinger.frametimeline.");
}
