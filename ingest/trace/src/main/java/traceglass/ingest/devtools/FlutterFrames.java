package traceglass.ingest.devtools;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// Flutter frames as slices, in the clock of the timeline, with the durations of their stages as arguments.
final class FlutterFrames {

    private static final TrackType FRAMES = TrackCompressor.compressed("flutter_frames");
    private static final int MAX_FRAMES = 1 << 22;
    private static final long NS_PER_US = 1_000;
    private static final long MAX_US = Long.MAX_VALUE / NS_PER_US / 4;

    private final List<Frame> frames = new ArrayList<>();

    /// A frame, with times in µs.
    private record Frame(long number, long start, long elapsed, long build, long raster, long vsync) {}

    void add(Object json) {
        Frame frame = new Frame(
                JsonTree.number(json, "number"),
                JsonTree.number(json, "startTime"),
                JsonTree.number(json, "elapsed"),
                JsonTree.number(json, "build"),
                JsonTree.number(json, "raster"),
                JsonTree.number(json, "vsyncOverhead"));
        boolean isValid = frame.start > 0 && frame.start < MAX_US && frame.elapsed >= 0 && frame.elapsed < MAX_US;
        if (isValid && frames.size() < MAX_FRAMES) {
            frames.add(frame);
        }
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /// Ensures that there is a clock: the timeline's, or a clock of the file itself if there is no timeline.
    static void ensureClock(ImportContext context) {
        if (context.clocks().defaultClock() == null) {
            context.clocks().useOnly(ClockId.ofFile(context.traceId()));
        }
    }

    void write(ImportContext context) {
        if (frames.isEmpty()) {
            return;
        }
        ensureClock(context);
        EventSorter.Queue queue = context.sorter().queue((ts, data, ref) -> emit(context, ts, (Frame) ref));
        frames.sort(Comparator.comparingLong(Frame::start));
        for (Frame frame : frames) {
            long ts = context.clocks().defaultToTraceTime(frame.start * NS_PER_US);
            if (ts != ClockTracker.NONE) {
                queue.push(ts, 0, frame);
            }
        }
    }

    private static void emit(ImportContext context, long ts, Frame f) {
        StringPool strings = context.strings();
        long dur = f.elapsed * NS_PER_US;
        TrackCompressor.Lanes lanes = context.compressor().lanes(FRAMES, strings.intern("Flutter frames"), null, null);
        context.slices()
                .scoped(
                        ts,
                        dur,
                        lanes.scoped(ts, dur),
                        strings.intern("flutter"),
                        strings.intern("Frame"),
                        b -> b.addInt(strings.intern("number"), f.number)
                                .addInt(strings.intern("build_us"), f.build)
                                .addInt(strings.intern("raster_us"), f.raster)
                                .addInt(strings.intern("vsync_overhead_us"), f.vsync));
    }
}
