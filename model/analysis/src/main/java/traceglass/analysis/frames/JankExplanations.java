package traceglass.analysis.frames;

import java.util.List;
import java.util.Map;

/// Explanations of kinds of jank. The names are those of Android's `FrameTimelineEvent.JankType` as traces have them.
public final class JankExplanations {

    private static final Map<String, String> EXPLANATIONS = Map.ofEntries(
            Map.entry("None", "The frame was shown on time."),
            Map.entry(
                    "App Deadline Missed",
                    "The app took longer for the frame than its deadline allows. Check its main and render threads"
                            + " during the frame."),
            Map.entry(
                    "App Resynced Jitter",
                    "The app was late and resynchronized with the display, which made one frame interval uneven."),
            Map.entry(
                    "Buffer Stuffing",
                    "The app produced frames faster than they were shown: each one waits for those before it, even"
                            + " if it was ready in time."),
            Map.entry(
                    "SurfaceFlinger Stuffing",
                    "Frames queued up in SurfaceFlinger: each one waits for those before it."),
            Map.entry(
                    "SurfaceFlinger CPU Deadline Missed",
                    "SurfaceFlinger's main thread missed its deadline for compositing the layers."),
            Map.entry(
                    "SurfaceFlinger GPU Deadline Missed",
                    "SurfaceFlinger's CPU work was done in time, but the GPU took too long to composite the"
                            + " layers."),
            Map.entry("SurfaceFlinger Scheduling", "SurfaceFlinger woke up at the wrong time for this frame."),
            Map.entry(
                    "Display HAL",
                    "SurfaceFlinger handed the frame over in time, but the display driver presented it late."),
            Map.entry(
                    "Prediction Error",
                    "The predicted presentation time of the frame was wrong, so its content did not match the time at which"
                            + " it was shown."),
            Map.entry(
                    "Display Mode Change In Progress",
                    "The display changed its refresh rate or resolution during the frame."),
            Map.entry(
                    "Display Power Mode Change In Progress",
                    "The display was being switched on, off or to low power during the frame."),
            Map.entry("Display Not On", "The display was off or dozing, so it did not show the frame in time."),
            Map.entry("Dropped Frame", "The frame was never shown because a newer one replaced it."),
            Map.entry(
                    "Non Animating",
                    "The frame was late, but nothing moved on the display, so the delay was not visible."),
            Map.entry("Unknown Jank", "The frame was late for an unknown reason."));

    private JankExplanations() {}

    /// Returns sentences for one or several kinds, separated by commas as in traces; empty if none is known.
    public static String of(String kinds) {
        if (kinds == null) {
            return "";
        }
        return String.join(
                " ",
                List.of(kinds.split(", ")).stream()
                        .map(k -> EXPLANATIONS.getOrDefault(k.strip(), ""))
                        .filter(s -> !s.isEmpty())
                        .toList());
    }
}
