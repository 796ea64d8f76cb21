package traceglass.ingest.presentmon;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Writes frames. For each swap chain of a process: slices of the frames including their CPU work, of GPU work, and of
/// the time on the display; and counters of times, latencies and the frame rate.
final class FrameWriter {

    private static final TrackType FRAMES =
            TrackCompressor.compressed("presentmon_frames", TrackType.UPID, Dimension.ofString("swap_chain"));
    private static final TrackType GPU =
            TrackCompressor.compressed("presentmon_gpu", TrackType.UPID, Dimension.ofString("swap_chain"));
    private static final TrackType DISPLAY =
            TrackCompressor.compressed("presentmon_display", TrackType.UPID, Dimension.ofString("swap_chain"));
    private static final TrackType COUNTER = TrackType.counter(
            "presentmon_counter",
            null,
            TrackType.UPID,
            Dimension.ofString("swap_chain"),
            Dimension.ofString("counter_name"));
    private static final double NS_PER_MS = 1e6;
    private static final double MAX_MS = 1e12;
    /// Frames may seem to overlap by less than this because their times are rounded.
    private static final long ROUNDING_NS = 1_000_000;
    private static final Pattern ZEROS = Pattern.compile("^0x0+(?=.)");
    private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}\\.\\d{1,18}");
    private static final long MAX_PID = 0xFFFF_FFFFL;

    private final ImportContext context;
    private final StringPool strings;
    private final FrameColumns columns;
    private final FrameTimes times;
    private final EventSorter.Queue queue;
    private final Map<String, Long> ends = new HashMap<>();

    private record Slice(TrackType type, String title, int upid, int chain, String name, long dur, int args) {}

    private record Sample(String name, String unit, int upid, int chain, double value) {}

    FrameWriter(ImportContext context, FrameColumns columns, FrameTimes times) {
        this.context = context;
        this.columns = columns;
        this.times = times;
        strings = context.strings();
        queue = context.sorter().queue((ts, data, ref) -> {
            if (ref instanceof Slice slice) {
                emit(ts, slice);
            } else {
                emit(ts, (Sample) ref);
            }
        });
    }

    /// Writes a row.
    ///
    /// @return false if the row has no process or time
    boolean write(List<String> row) {
        if (row.size() < columns.titles().size()) {
            return false;
        }
        long time = times.parseNs(columns.time(row));
        double pid = columns.number(row, "processid");
        if (time < 0 || !(pid >= 0 && pid <= MAX_PID)) {
            return false;
        }
        String application = columns.text(row, "application");
        ProcessTracker processes = context.processes();
        int upid = processes.processWithoutMainThread((long) pid);
        processes.setProcessName(upid, strings.intern(application), NamePriority.OfProcess.OTHER);
        String chain = ZEROS.matcher(columns.text(row, "swapchainaddress")).replaceFirst("0x");
        int chainId = strings.intern(chain);
        long frame = ns(columns.number(row, "frametime", "betweenappstart", "betweenpresents"));
        long start = columns.startsWithCpu() ? time : Math.max(0, time - Math.max(0, frame));
        String key = upid + " " + chain;
        long last = ends.getOrDefault(key, 0L);
        long shift = start < last && last - start < ROUNDING_NS ? last - start : 0;
        long dur = Math.max(0, (columns.startsWithCpu() ? Math.max(0, frame) : time - start) - shift);
        ends.put(key, start + shift + dur);
        boolean isDropped = columns.text(row, "dropped").equals("1");
        push(
                start + shift,
                new Slice(
                        FRAMES,
                        "Frames " + chain,
                        upid,
                        chainId,
                        isDropped ? "Dropped frame" : "Frame",
                        dur,
                        args(row)));
        if (columns.startsWithCpu()) {
            writePhases(row, start, shift, dur, upid, chainId);
            addGpuAndDisplay(row, start, upid, chainId, chain);
        } else {
            addPresented(row, time, upid, chainId, chain);
        }
        writeCounters(row, start + shift, frame, upid, chainId);
        return true;
    }

    private static long ns(double ms) {
        return ms >= 0 && ms < MAX_MS ? Math.round(ms * NS_PER_MS) : -1;
    }

    /// Adds the phases of a frame: the CPU is busy, then waits in the Present call.
    private void writePhases(List<String> row, long start, long shift, long dur, int upid, int chain) {
        long busy = ns(columns.number(row, "cpubusy"));
        long wait = ns(columns.number(row, "cpuwait"));
        if (busy < 0) {
            return;
        }
        long end = start + shift + dur;
        long busyEnd = Math.min(end, Math.max(start + shift, start + busy));
        push(start + shift, new Slice(FRAMES, "", upid, chain, "CPU busy", busyEnd - start - shift, IntColumn.NULL));
        if (wait > 0 && busyEnd < end) {
            push(
                    busyEnd,
                    new Slice(FRAMES, "", upid, chain, "CPU wait", Math.min(wait, end - busyEnd), IntColumn.NULL));
        }
    }

    private void addGpuAndDisplay(List<String> row, long start, int upid, int chainId, String chain) {
        long gpuLatency = ns(columns.number(row, "gpulatency"));
        long gpuTime = ns(columns.number(row, "gputime"));
        if (gpuLatency >= 0 && gpuTime > 0) {
            push(start + gpuLatency, new Slice(GPU, "GPU " + chain, upid, chainId, "GPU", gpuTime, IntColumn.NULL));
        }
        long latency = ns(columns.number(row, "displaylatency"));
        long displayed = ns(columns.number(row, "displayedtime"));
        if (latency >= 0) {
            push(
                    start + latency,
                    new Slice(
                            DISPLAY,
                            "Displayed " + chain,
                            upid,
                            chainId,
                            "Displayed",
                            Math.max(0, displayed),
                            IntColumn.NULL));
            return;
        }
        long present = times.parseNs(columns.presentTime(row));
        long untilDisplayed = ns(columns.number(row, "untildisplayed"));
        if (present >= 0 && untilDisplayed > 0) {
            push(
                    present + untilDisplayed,
                    new Slice(DISPLAY, "Displayed " + chain, upid, chainId, "Displayed", 0, IntColumn.NULL));
        }
    }

    /// Adds the slices of GPU and display from older versions, whose times are relative to the Present call.
    private void addPresented(List<String> row, long present, int upid, int chainId, String chain) {
        double renderStart = columns.number(row, "untilrenderstart");
        double renderEnd = columns.number(row, "untilrendercomplete");
        if (renderEnd > renderStart && Math.abs(renderStart) < MAX_MS && renderEnd < MAX_MS) {
            long start = present + Math.round(renderStart * NS_PER_MS);
            long dur = Math.round((renderEnd - renderStart) * NS_PER_MS);
            if (start >= 0) {
                push(start, new Slice(GPU, "GPU " + chain, upid, chainId, "GPU", dur, IntColumn.NULL));
            }
        }
        long displayed = ns(columns.number(row, "untildisplayed"));
        if (displayed > 0) {
            push(
                    present + displayed,
                    new Slice(DISPLAY, "Displayed " + chain, upid, chainId, "Displayed", 0, IntColumn.NULL));
        }
    }

    private void writeCounters(List<String> row, long ns, long frame, int upid, int chain) {
        if (frame > 0) {
            push(ns, new Sample("Frame time", "ms", upid, chain, frame / NS_PER_MS));
            push(ns, new Sample("Frame rate", "fps", upid, chain, 1e9 / frame));
        }
        double latency = columns.number(row, "displaylatency", "untildisplayed");
        // Older versions write 0 for frames that were not displayed.
        writeSample(ns, "Display latency", latency > 0 ? latency : Double.NaN, upid, chain);
        writeSample(ns, "GPU busy", columns.number(row, "gpubusy", "gpuactive"), upid, chain);
        double input = columns.number(row, "clicktophotonlatency", "sinceinput");
        writeSample(ns, "Click to photon latency", input > 0 ? input : Double.NaN, upid, chain);
    }

    private void writeSample(long ns, String name, double ms, int upid, int chain) {
        if (!Double.isNaN(ms)) {
            push(ns, new Sample(name, "ms", upid, chain, ms));
        }
    }

    /// Returns the row as arguments, without the columns shown as process and track.
    private int args(List<String> row) {
        ArgSetBuilder builder = context.args().builder();
        for (int i = 0; i < columns.titles().size(); i++) {
            String title = columns.titles().get(i);
            String value = row.get(i);
            if (title.isEmpty() || value.isEmpty() || value.equals("NA") || i < 2) {
                continue;
            }
            int key = strings.intern(title);
            if (INTEGER.matcher(value).matches()) {
                builder.addInt(key, Long.parseLong(value));
            } else if (NUMBER.matcher(value).matches()) {
                builder.addReal(key, Double.parseDouble(value));
            } else {
                builder.addString(key, strings.intern(value));
            }
        }
        return context.args().commit(builder);
    }

    private void push(long ns, Object event) {
        long ts = context.clocks().defaultToTraceTime(ns);
        if (ts != ClockTracker.NONE) {
            queue.push(ts, 0, event);
        }
    }

    private void emit(long ts, Slice s) {
        TrackCompressor.Lanes lanes =
                context.compressor().lanes(s.type, strings.intern(s.title), null, null, s.upid, s.chain);
        int id = context.slices()
                .scoped(ts, s.dur, lanes.nested(ts, s.dur), strings.intern("frame"), strings.intern(s.name), null);
        if (id >= 0 && s.args != IntColumn.NULL) {
            context.slices().setArgs(id, s.args);
        }
    }

    private void emit(long ts, Sample s) {
        int name = strings.intern(s.name + " " + strings.get(s.chain));
        int track = context.tracks().internCounter(COUNTER, name, strings.intern(s.unit), null, s.upid, s.chain, name);
        context.counters().push(ts, s.value, track);
    }
}
