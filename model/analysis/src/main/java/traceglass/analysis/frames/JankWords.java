package traceglass.analysis.frames;

import java.util.List;
import java.util.Map;

/// Says what kinds of jank mean. The names are those of Android's `FrameTimelineEvent.JankType` as traces have them.
public final class JankWords {

    private static final Map<String, String> MEANS = Map.ofEntries(
            Map.entry("None", "The frame was shown in time."),
            Map.entry(
                    "App Deadline Missed",
                    "The program took longer for its frame than it was given: look at its main and render threads"
                            + " during the frame."),
            Map.entry(
                    "App Resynced Jitter",
                    "The program was late and took up the rhythm of the display again, which made one step uneven."),
            Map.entry(
                    "Buffer Stuffing",
                    "The program made frames faster than they were shown: each one waits for those before it, though"
                            + " it was done in time."),
            Map.entry(
                    "SurfaceFlinger Stuffing",
                    "Frames queued up in SurfaceFlinger: each one waits for those before it."),
            Map.entry(
                    "SurfaceFlinger CPU Deadline Missed",
                    "SurfaceFlinger's main thread took longer than it was given to put the layers together."),
            Map.entry(
                    "SurfaceFlinger GPU Deadline Missed",
                    "SurfaceFlinger was done in time with the CPU, but the GPU took too long to put the layers"
                            + " together."),
            Map.entry("SurfaceFlinger Scheduling", "SurfaceFlinger woke up at the wrong time for this frame."),
            Map.entry(
                    "Display HAL",
                    "SurfaceFlinger handed the frame over in time, but the display's driver showed it later."),
            Map.entry(
                    "Prediction Error",
                    "The time for which the frame was made was guessed wrong: what was shown and when drifted apart."),
            Map.entry("Display Mode Change In Progress", "The display changed its rate or resolution meanwhile."),
            Map.entry(
                    "Display Power Mode Change In Progress",
                    "The display was being switched on, off or to a low power meanwhile."),
            Map.entry("Display Not On", "The display was off or dozing, so that it did not show the frame in time."),
            Map.entry("Dropped Frame", "The frame was made but never shown: a newer one took its place."),
            Map.entry("Non Animating", "The frame was late, but nothing moved on the display, so that nobody saw it."),
            Map.entry("Unknown Jank", "The frame was late, and it is not known why."));

    private JankWords() {}

    /// Sentences for one or several kinds, parted by commas as they are in traces; empty for none that are known.
    public static String of(String kinds) {
        if (kinds == null) {
            return "";
        }
        return String.join(
                " ",
                List.of(kinds.split(", ")).stream()
                        .map(k -> MEANS.getOrDefault(k.strip(), ""))
                        .filter(s -> !s.isEmpty())
                        .toList());
    }
}
