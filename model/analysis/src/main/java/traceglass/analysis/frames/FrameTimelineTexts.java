package traceglass.analysis.frames;

import traceglass.store.time.TimeText;

/// User-visible strings for frames of Android: the report of a range and the comparison.
final class FrameTimelineTexts {

    private FrameTimelineTexts() {}

    // ---- Tracks

    static final String TRACK_KIND = "frames";

    static String late(String label, long ns) {
        return label + " · late by " + TimeText.duration(ns);
    }

    // ---- Report

    static final String TITLE = "Frames";
    static final String ACTUAL = "Actual";
    static final String EXPECTED = "Expected";
    static final String PARTIAL = " (partial)";
    static final String UNKNOWN = "Unknown";
    static final String REMARK = "frames clipped at the edges; shares of all expected or all actual frames";

    // ---- Comparison

    static final String UNKNOWN_APP = "Unknown app";
    static final String NOTHING_TO_COMPARE =
            "Neither trace has frames here. They require the data source android.surfaceflinger.frametimeline.";
}
