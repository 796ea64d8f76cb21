package traceglass.ingest.gecko;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// Markers of threads: slices and instants on one track for each category and name, connected by their flows.
/// Markers without a phase, which Firefox wrote before version 19 of the format, are not read.
final class GeckoMarkers {

    private static final TrackType TYPE = TrackType.slices(
            "firefox_marker",
            TrackType.UTID,
            TrackType.Dimension.ofString("firefox_marker_category"),
            TrackType.Dimension.ofString("firefox_marker_name"));
    /// Name of markers that hold a screenshot of a window.
    private static final String SCREENSHOT = "CompositorScreenshot";

    private static final int INSTANT = 0;
    private static final int INTERVAL = 1;
    private static final int START = 2;
    private static final int END = 3;

    private final ImportContext context;
    private final StringPool strings;
    private final Map<String, Long> flowIds = new HashMap<>();

    /// A marker that waits to be sorted.
    ///
    /// @param args the payload, or null
    record Marker(
            GeckoWriter.ThreadRow owner,
            int name,
            int category,
            int phase,
            long dur,
            ArgsWriter args,
            List<MarkerFlow> flows) {}

    record MarkerFlow(long id, boolean isEnd) {}

    /// Receives the markers of a thread.
    interface Target {

        /// Returns the thread. The first call determines the thread's start time.
        GeckoWriter.ThreadRow owner(long ts);

        long traceTime(double ms);

        void push(long ts, Marker marker);
    }

    GeckoMarkers(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    void write(GeckoThread thread, List<String> names, GeckoProfile profile, Target target) {
        GeckoTable table = thread.markers;
        GeckoTable.Column name = table.column("name");
        GeckoTable.Column starts = table.column("startTime");
        GeckoTable.Column ends = table.column("endTime");
        GeckoTable.Column phases = table.column("phase");
        GeckoTable.Column categories = table.column("category");
        GeckoTable.Column data = table.column("data");
        for (int i = 0; i < name.size(); i++) {
            String text = GeckoThread.string(names, name.index(i));
            int phase = phases.index(i);
            double start = starts.real(i);
            double end = ends.real(i);
            if (text == null || phase < INSTANT || phase > END) {
                continue;
            }
            long ts = target.traceTime(phase == END ? end : start);
            if (ts == ClockTracker.NONE) {
                continue;
            }
            String category = GeckoThread.string(profile.categories, categories.index(i));
            double dur = phase == INTERVAL && end > start ? end - start : 0;
            target.push(
                    ts,
                    new Marker(
                            target.owner(ts),
                            strings.intern(text),
                            category == null ? StringPool.NULL : strings.intern(category),
                            phase,
                            GeckoValues.ns(dur),
                            text.equals(SCREENSHOT)
                                    ? withPicture(thread.payloads.payload(data.index(i)), names)
                                    : thread.payloads.payload(data.index(i)),
                            flows(thread.payloads.flows(i), names)));
        }
    }

    /// Adds the image of a screenshot, a `data:` URL, to the payload of the marker, which refers to the image
    /// by index.
    private ArgsWriter withPicture(GeckoPayloads.Payload payload, List<String> names) {
        if (payload == null) {
            return null;
        }
        Long url = payload.integer(strings.intern("data.url"));
        String picture = url == null || url > Integer.MAX_VALUE ? null : GeckoThread.string(names, url.intValue());
        return picture == null
                ? payload
                : args -> {
                    payload.write(args);
                    args.addString(strings.intern("screenshot.jpg_image"), strings.intern(picture));
                };
    }

    private List<MarkerFlow> flows(List<GeckoPayloads.Flow> flows, List<String> names) {
        if (flows.isEmpty()) {
            return List.of();
        }
        List<MarkerFlow> out = new ArrayList<>();
        for (GeckoPayloads.Flow f : flows) {
            String id = f.id() instanceof Integer index ? GeckoThread.string(names, index) : (String) f.id();
            if (id != null) {
                out.add(new MarkerFlow(flowIds.computeIfAbsent(id, k -> (long) flowIds.size()), f.isEnd()));
            }
        }
        return out;
    }

    void emit(long ts, Marker m, int utid) {
        int track = context.tracks().intern(TYPE, m.name, utid, m.category, m.name);
        int slice;
        if (m.phase == START) {
            slice = context.slices().begin(ts, track, m.category, m.name, m.args);
        } else if (m.phase == END) {
            slice = context.slices().end(ts, track, m.category, m.name, m.args);
        } else {
            slice = context.slices().scoped(ts, m.dur, track, m.category, m.name, m.args);
        }
        if (slice < 0) {
            return;
        }
        for (MarkerFlow f : m.flows) {
            if (!context.flows().isActive(f.id)) {
                context.flows().beginAt(slice, ts, f.id);
            } else if (f.isEnd) {
                context.flows().endAt(slice, ts, f.id, true);
            } else {
                context.flows().stepAt(slice, ts, f.id);
            }
        }
    }
}
