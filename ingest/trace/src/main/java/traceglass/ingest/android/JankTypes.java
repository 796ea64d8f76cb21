package traceglass.ingest.android;

import traceglass.protos.extension.FrameTimelineEvent.JankType;

/// Names of jank types, and the tag that summarizes who caused the jank.
final class JankTypes {

    private static final int DISPLAY_FAULTS = JankType.JANK_SF_SCHEDULING_VALUE
            | JankType.JANK_PREDICTION_ERROR_VALUE
            | JankType.JANK_DISPLAY_HAL_VALUE
            | JankType.JANK_SF_CPU_DEADLINE_MISSED_VALUE
            | JankType.JANK_SF_GPU_DEADLINE_MISSED_VALUE;
    private static final int APP_FAULTS = JankType.JANK_APP_DEADLINE_MISSED_VALUE
            | JankType.JANK_APP_RESYNCED_JITTER_VALUE
            | JankType.JANK_UNKNOWN_VALUE;

    /// Bit of `jank_type` and its name, in the order in which names are listed.
    private record Reason(int bit, String name) {}

    private static final Reason[] REASONS = {
        new Reason(JankType.JANK_SF_SCHEDULING_VALUE, "SurfaceFlinger Scheduling"),
        new Reason(JankType.JANK_PREDICTION_ERROR_VALUE, "Prediction Error"),
        new Reason(JankType.JANK_DISPLAY_HAL_VALUE, "Display HAL"),
        new Reason(JankType.JANK_SF_CPU_DEADLINE_MISSED_VALUE, "SurfaceFlinger CPU Deadline Missed"),
        new Reason(JankType.JANK_SF_GPU_DEADLINE_MISSED_VALUE, "SurfaceFlinger GPU Deadline Missed"),
        new Reason(JankType.JANK_APP_DEADLINE_MISSED_VALUE, "App Deadline Missed"),
        new Reason(JankType.JANK_APP_RESYNCED_JITTER_VALUE, "App Resynced Jitter"),
        new Reason(JankType.JANK_BUFFER_STUFFING_VALUE, "Buffer Stuffing"),
        new Reason(JankType.JANK_UNKNOWN_VALUE, "Unknown Jank"),
        new Reason(JankType.JANK_SF_STUFFING_VALUE, "SurfaceFlinger Stuffing"),
        new Reason(JankType.JANK_DROPPED_VALUE, "Dropped Frame"),
        new Reason(JankType.JANK_NON_ANIMATING_VALUE, "Non Animating"),
        new Reason(JankType.JANK_DISPLAY_NOT_ON_VALUE, "Display not ON"),
        new Reason(JankType.JANK_DISPLAY_MODE_CHANGE_IN_PROGRESS_VALUE, "ModeChange in progress"),
        new Reason(JankType.JANK_DISPLAY_POWER_MODE_CHANGE_IN_PROGRESS_VALUE, "PowerModeChange in progress"),
    };

    private JankTypes() {}

    /// Returns the names of the bits, separated by commas.
    static String names(int jankType) {
        if (jankType == JankType.JANK_UNSPECIFIED_VALUE) {
            return "Unspecified";
        }
        if (jankType == JankType.JANK_NONE_VALUE) {
            return "None";
        }
        StringBuilder names = new StringBuilder();
        for (Reason r : REASONS) {
            if ((jankType & r.bit()) != 0) {
                names.append(names.isEmpty() ? "" : ", ").append(r.name());
            }
        }
        return names.toString();
    }

    /// Returns the jank tag of a SurfaceFlinger frame.
    static String ofDisplayFrame(int jankType) {
        if (jankType == JankType.JANK_UNSPECIFIED_VALUE) {
            return "Unspecified";
        }
        if (isCausedBy(jankType, DISPLAY_FAULTS)) {
            return "Self Jank";
        }
        return switch (jankType) {
            case JankType.JANK_SF_STUFFING_VALUE -> "SurfaceFlinger Stuffing";
            case JankType.JANK_DROPPED_VALUE -> "Dropped Frame";
            default -> tagWithoutFault(jankType);
        };
    }

    /// Returns the jank tag of an app frame.
    ///
    /// @param isDropped whether the frame was never shown
    static String ofSurfaceFrame(int jankType, boolean isDropped) {
        if (jankType == JankType.JANK_UNSPECIFIED_VALUE) {
            return "Unspecified";
        }
        if (isCausedBy(jankType, APP_FAULTS)) {
            return "Self Jank";
        }
        if (isCausedBy(jankType, DISPLAY_FAULTS)) {
            return "Other Jank";
        }
        return switch (jankType) {
            case JankType.JANK_BUFFER_STUFFING_VALUE -> "Buffer Stuffing";
            case JankType.JANK_SF_STUFFING_VALUE -> "SurfaceFlinger Stuffing";
            default -> isDropped ? "Dropped Frame" : tagWithoutFault(jankType);
        };
    }

    private static boolean isCausedBy(int jankType, int faults) {
        return jankType != JankType.JANK_NONE_VALUE
                && jankType != JankType.JANK_NON_ANIMATING_VALUE
                && jankType != JankType.JANK_DISPLAY_NOT_ON_VALUE
                && (jankType & faults) != 0;
    }

    private static String tagWithoutFault(int jankType) {
        return switch (jankType) {
            case JankType.JANK_NON_ANIMATING_VALUE,
                    JankType.JANK_DISPLAY_NOT_ON_VALUE,
                    JankType.JANK_DISPLAY_POWER_MODE_CHANGE_IN_PROGRESS_VALUE -> "Non-perceivable Jank";
            default -> "No Jank";
        };
    }
}
