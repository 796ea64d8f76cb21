package traceglass.render.frame;

import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.render.color.ThreadStateKind;

/// The colours of a track's events, by index into `SliceData.colorKeys`.
///
/// @param box of events with a duration
/// @param instant of instants
/// @param line whether such events are drawn as a thin line instead of a box (a sleeping thread)
/// @param hatched whether such events are hatched (a thread in real time on a CPU)
public record SliceColors(int[] box, int[] instant, boolean[] line, boolean[] hatched) {

    /// The name that a colour key is for: those of CPUs have the priority's class behind it.
    public static String name(String key) {
        int end = key.indexOf(TrackKind.PRIORITY_MARK);
        return end < 0 ? key : key.substring(0, end);
    }

    /// Whether a colour key of a CPU is that of a thread in real time.
    private static boolean isRealTime(String key) {
        int mark = key.indexOf(TrackKind.PRIORITY_MARK);
        return mark >= 0 && key.endsWith("r") && key.length() == mark + 2;
    }

    private static int cpu(String key, Palette palette) {
        boolean byPriority = palette.theme.priorities() && key.indexOf(TrackKind.PRIORITY_MARK) >= 0;
        return byPriority ? palette.priority(key.charAt(key.length() - 1)) : palette.slice(name(key));
    }

    static SliceColors of(TrackNode node, SliceData data, Palette palette) {
        int keys = data.colorKeys().length;
        int[] box = new int[keys];
        int[] instant = new int[keys];
        boolean[] line = new boolean[keys];
        boolean[] hatched = new boolean[keys];
        boolean states = node.kind() == TrackKind.THREAD_STATE;
        boolean summary = node.kind() == TrackKind.GROUP;
        boolean frames = node.kind() == TrackKind.FRAMES;
        for (int i = 0; i < keys; i++) {
            String key = data.colorKeys()[i] == null ? "" : data.colorKeys()[i];
            box[i] = states
                    ? palette.state(key)
                    : frames
                            ? palette.frame(key)
                            : summary
                                    ? palette.summary(key)
                                    : node.kind() == TrackKind.CPU_SCHED ? cpu(key, palette) : palette.slice(key);
            instant[i] = states ? box[i] : node.kind() == TrackKind.LOGS ? palette.log(key) : palette.instant(key);
            hatched[i] = node.kind() == TrackKind.CPU_SCHED && isRealTime(key);
            line[i] = states && ThreadStateKind.of(key) == ThreadStateKind.SLEEPING;
        }
        return new SliceColors(box, instant, line, hatched);
    }
}
