package traceglass.app.tracks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import traceglass.analysis.track.CounterMode;
import traceglass.app.project.Fields;
import traceglass.render.item.CounterStyle;
import traceglass.render.item.TrackState;

/// Writes and reads the user's changes to a track tree as fields of an object in a project file.
public final class TrackStateFields {

    private static final int MAX_HEIGHT_FACTOR = 32;

    private TrackStateFields() {}

    /// All fields; empty ones are null.
    public static Map<String, Object> of(TrackState state) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("filter", state.filter().isEmpty() ? null : state.filter());
        fields.put("pinned", orNull(state.pinned()));
        fields.put("open", orNull(new TreeMap<>(state.open())));
        fields.put("hidden", orNull(List.copyOf(new TreeSet<>(state.hidden()))));
        fields.put("names", orNull(new TreeMap<>(state.names())));
        fields.put("order", orNull(new TreeMap<>(state.order())));
        fields.put("flat", orNull(List.copyOf(new TreeSet<>(state.flat()))));
        fields.put("heights", orNull(new TreeMap<>(state.heights())));
        Map<String, Object> counterStyles = new TreeMap<>();
        state.counterStyles().forEach((key, style) -> counterStyles.put(key, fields(style)));
        fields.put("counters", orNull(counterStyles));
        return fields;
    }

    private static Object orNull(Map<String, ?> map) {
        return map.isEmpty() ? null : map;
    }

    private static Object orNull(List<String> list) {
        return list.isEmpty() ? null : list;
    }

    private static Map<String, Object> fields(CounterStyle style) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (style.mode() != null) {
            fields.put("mode", style.mode().name());
        }
        fields.put("scale", style.scale().name());
        fields.put("visible", style.scalesToVisible());
        fields.put("shared", style.sharesScale());
        fields.put("overlays", style.overlays());
        fields.put("chart", style.chart().name());
        return fields;
    }

    /// Reads the fields; invalid values are ignored.
    public static TrackState read(Fields f) {
        Map<String, Integer> heights = new LinkedHashMap<>();
        f.object("heights")
                .all(Long.class)
                .forEach((key, factor) -> heights.put(key, Math.clamp(factor, 1, MAX_HEIGHT_FACTOR)));
        Map<String, CounterStyle> counterStyles = new LinkedHashMap<>();
        f.object("counters")
                .objects()
                .forEach((key, style) -> counterStyles.put(
                        key,
                        new CounterStyle(
                                style.choice("mode", CounterMode.class, null),
                                style.choice("scale", CounterStyle.Scale.class, CounterStyle.Scale.AUTO),
                                style.flag("visible", false),
                                style.flag("shared", false),
                                style.texts("overlays"),
                                style.choice("chart", CounterStyle.Chart.class, CounterStyle.Chart.OVERLAID))));
        return new TrackState(
                f.object("open").all(Boolean.class),
                f.texts("pinned"),
                Set.copyOf(f.texts("hidden")),
                f.object("names").all(String.class),
                f.object("order").textLists(),
                Set.copyOf(f.texts("flat")),
                heights,
                counterStyles,
                f.text("filter", ""));
    }
}
