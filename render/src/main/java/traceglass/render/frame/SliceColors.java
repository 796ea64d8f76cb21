package traceglass.render.frame;

import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.color.Palette;
import traceglass.render.color.ThreadStateKind;

/// Colors of a track's events, by index into `SliceData.colorKeys`.
///
/// @param box color of events with a duration
/// @param instant color of instants
/// @param line whether the events are drawn as a thin line instead of a box (sleeping threads)
/// @param hatched whether the events are hatched (real-time threads on a CPU)
public record SliceColors(int[] box, int[] instant, boolean[] line, boolean[] hatched) {

    /// Name within a color key; keys of CPUs have the priority class after it.
    public static String name(String key) {
        int end = key.indexOf(TrackStyle.Colors.PRIORITY_MARK);
        return end < 0 ? key : key.substring(0, end);
    }

    /// Whether a color key of a CPU belongs to a real-time thread.
    private static boolean isRealTime(String key) {
        int mark = key.indexOf(TrackStyle.Colors.PRIORITY_MARK);
        return mark >= 0 && key.endsWith("r") && key.length() == mark + 2;
    }

    private static int cpu(String key, Palette palette) {
        boolean byPriority = palette.theme.priorities() && key.indexOf(TrackStyle.Colors.PRIORITY_MARK) >= 0;
        return byPriority ? palette.priority(key.charAt(key.length() - 1)) : palette.slice(name(key));
    }

    static SliceColors of(TrackNode node, SliceData data, Palette palette) {
        int keys = data.colorKeys().length;
        int[] box = new int[keys];
        int[] instant = new int[keys];
        boolean[] line = new boolean[keys];
        boolean[] hatched = new boolean[keys];
        TrackStyle.Colors colors = node.kind().style().colors();
        for (int i = 0; i < keys; i++) {
            String key = data.colorKeys()[i] == null ? "" : data.colorKeys()[i];
            box[i] = switch (colors) {
                case STATES -> palette.state(key);
                case FRAMES -> palette.frame(key);
                case SUMMARY -> palette.summary(key);
                case PRIORITIES -> cpu(key, palette);
                case NAMES, LOG_LEVELS -> palette.slice(key);
            };
            instant[i] = switch (colors) {
                case STATES -> box[i];
                case LOG_LEVELS -> palette.log(key);
                case NAMES, FRAMES, SUMMARY, PRIORITIES -> palette.instant(key);
            };
            hatched[i] = colors == TrackStyle.Colors.PRIORITIES && isRealTime(key);
            line[i] = colors == TrackStyle.Colors.STATES && ThreadStateKind.of(key) == ThreadStateKind.SLEEPING;
        }
        return new SliceColors(box, instant, line, hatched);
    }
}
