package traceglass.render.frame;

import java.util.HexFormat;
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
/// @param text color of labels; 0 for the default of the kind of track
/// @param hatched whether the events are hatched (real-time threads on a CPU)
public record SliceColors(int[] box, int[] instant, boolean[] line, int[] text, boolean[] hatched) {

    /// Share of its own color that an event keeps if it does not match the filter.
    private static final double DIMMED_SHARE = .16;
    private static final double DIMMED_TEXT_SHARE = .5;

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

    private static boolean hasRuleColor(String key) {
        return key.indexOf(TrackStyle.Colors.RULE_MARK) == 0;
    }

    private static int ruleColor(String key) {
        return 0xFF000000 | HexFormat.fromHexDigits(key, 1, 7);
    }

    /// Color of the edge of a box in high contrast.
    public static int edge(String colorKey, Palette palette) {
        boolean isDimmed = colorKey.indexOf(TrackStyle.Colors.DIM_MARK) == 0;
        String key = isDimmed ? colorKey.substring(1) : colorKey;
        int edge = hasRuleColor(key) ? Palette.mix(ruleColor(key), palette.tokens.text(), .5) : palette.edge(name(key));
        return isDimmed ? Palette.mix(edge, palette.tokens.surface(), DIMMED_SHARE) : edge;
    }

    private static int cpu(String key, Palette palette) {
        boolean isByPriority = palette.theme.showsPriorities() && key.indexOf(TrackStyle.Colors.PRIORITY_MARK) >= 0;
        return isByPriority ? palette.priority(key.charAt(key.length() - 1)) : palette.slice(name(key));
    }

    static SliceColors of(TrackNode node, SliceData data, Palette palette) {
        int keys = data.colorKeys().length;
        int[] box = new int[keys];
        int[] instant = new int[keys];
        boolean[] line = new boolean[keys];
        int[] text = new int[keys];
        boolean[] hatched = new boolean[keys];
        TrackStyle.Colors colors = node.kind().style().colors();
        for (int i = 0; i < keys; i++) {
            String full = data.colorKeys()[i] == null ? "" : data.colorKeys()[i];
            boolean isDimmed = full.indexOf(TrackStyle.Colors.DIM_MARK) == 0;
            String key = isDimmed ? full.substring(1) : full;
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
            if (hasRuleColor(key)) {
                box[i] = instant[i] = ruleColor(key);
                text[i] = Palette.textOn(box[i]);
            }
            if (isDimmed) {
                int surface = palette.tokens.surface();
                box[i] = Palette.mix(box[i], surface, DIMMED_SHARE);
                instant[i] = Palette.mix(instant[i], surface, DIMMED_SHARE);
                text[i] = Palette.mix(palette.tokens.text3(), surface, DIMMED_TEXT_SHARE);
            }
            line[i] = colors == TrackStyle.Colors.STATES && ThreadStateKind.of(key) == ThreadStateKind.SLEEPING;
        }
        return new SliceColors(box, instant, line, text, hatched);
    }
}
