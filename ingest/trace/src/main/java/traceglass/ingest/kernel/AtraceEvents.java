package traceglass.ingest.kernel;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.CommonTrackTypes;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses atrace markers from programs ([AtraceMarker]) and equivalent markers from kernel drivers, which have their
/// own fields.
public final class AtraceEvents {

    /// Track types that other importers also use.
    public static final TrackType SCREEN_STATE = TrackType.counter("screen_state", null);
    public static final TrackType BATTERY_STATS =
            TrackType.counter("battery_stats", null, TrackType.Dimension.ofString("counter_key"));
    public static final TrackType LMK = TrackType.slices("android_lmk", TrackType.UPID);

    private static final TrackType.Dimension NAME = TrackType.Dimension.ofString("name");
    private static final TrackType ASYNC = TrackCompressor.compressed("atrace_async_slice", TrackType.UPID, NAME);
    private static final TrackType ASYNC_ON_TRACK =
            TrackCompressor.compressed("atrace_async_slice_for_track", TrackType.UPID, NAME);
    private static final TrackType COUNTER = TrackType.counter("atrace_counter", null, TrackType.UPID, NAME);
    public static final TrackType DEVICE_STATE = TrackType.slices("android_device_state");
    /// Bits of the `flag` field of the tracepoint named `0`, which some kernels have.
    private static final int ZERO_BEGIN = 1;
    private static final int ZERO_END = 2;
    private static final int ZERO_COUNTER = 4;

    private final ImportContext context;
    private final StringPool strings;
    private final ProcessTracker processes;
    private final AtraceMarker marker = new AtraceMarker();
    /// Counter tracks by process and name.
    private final LongIntMap counterTracks = new LongIntMap();
    private final int emptyName;
    private final int lmk;
    private final int cookieKey;
    private final int utidKey;
    private final int endUtidKey;
    private final int deviceStateChanged;
    private final int killOneProcess;
    private final int screenState;

    public AtraceEvents(ImportContext context) {
        this.context = context;
        strings = context.strings();
        processes = context.processes();
        emptyName = strings.intern("[empty slice name]");
        lmk = strings.intern("mem.lmk");
        cookieKey = strings.intern("cookie");
        utidKey = strings.intern("utid");
        endUtidKey = strings.intern("end_utid");
        deviceStateChanged = strings.intern("DeviceStateChanged");
        killOneProcess = strings.intern("kill_one_process");
        screenState = strings.intern("ScreenState");
    }

    /// Handles a line that a program wrote to `trace_marker`.
    ///
    /// @param tid thread that wrote the line
    public void print(long ts, long tid, byte[] bytes, int offset, int length) {
        byte[] text = bytes;
        int from = offset;
        int size = length;
        if (!isAscii(bytes, offset, length)) {
            text = validUtf8(bytes, offset, length);
            from = 0;
            size = text.length;
        }
        switch (marker.parse(text, from, size)) {
            case EVENT -> {
                int name = strings.intern(text, marker.nameOffset, marker.nameLength);
                if (marker.phase == 'B' && marker.nameLength == 0) {
                    name = emptyName;
                }
                int track = marker.trackLength == 0
                        ? StringPool.NULL
                        : strings.intern(text, marker.trackOffset, marker.trackLength);
                mark(ts, tid, marker.phase, marker.tgid, name, track, marker.value);
            }
            case INVALID -> context.stats().increment(StatNames.SYSTRACE_PARSE_FAILURE);
            case CLOCK_SYNC -> {}
        }
    }

    private static boolean isAscii(byte[] bytes, int offset, int length) {
        for (int i = offset, end = offset + length; i < end; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /// Returns the text without bytes that are not valid UTF-8.
    private static byte[] validUtf8(byte[] bytes, int offset, int length) {
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.IGNORE)
                .onUnmappableCharacter(CodingErrorAction.IGNORE);
        try {
            return decoder.decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString()
                    .getBytes(StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("a decoder that ignores invalid input reported an error", e);
        }
    }

    /// Handles a marker from a driver with its own fields.
    ///
    /// @param type `B`, `E`, `I` or `C`; 0 if the driver only reports begin and end
    /// @param isBegin whether the marker is a begin, if `type` is 0
    /// @param name string id of the name
    /// @param tgid pid given by the driver; for counters, it may differ from the thread's pid
    public void addKernelMark(long ts, long tid, int type, boolean isBegin, int name, long tgid, long value) {
        char phase = type == 0 ? isBegin ? 'B' : 'E' : (char) (type & 0xff);
        if (phase == 'B' || phase == 'E' || phase == 'C' || phase == 'I') {
            mark(ts, tid, phase, tgid, name, StringPool.NULL, value);
        } else {
            context.stats().increment(StatNames.SYSTRACE_PARSE_FAILURE);
        }
    }

    /// Handles a marker from a driver that uses the tracepoint named `0`.
    public void zeroMark(long ts, long tid, int flag, int name, long tgid, long value) {
        if ((flag & (ZERO_BEGIN | ZERO_END | ZERO_COUNTER)) == 0) {
            context.stats().increment(StatNames.SYSTRACE_PARSE_FAILURE);
        } else {
            mark(
                    ts,
                    tid,
                    (flag & ZERO_BEGIN) != 0 ? 'B' : (flag & ZERO_END) != 0 ? 'E' : 'C',
                    tgid,
                    name,
                    StringPool.NULL,
                    value);
        }
    }

    private void mark(long ts, long tid, char phase, long tgid, int name, int trackName, long value) {
        switch (phase) {
            case 'B' -> {
                context.slices().begin(ts, threadTrack(tid, tgid), StringPool.NULL, name, null);
                recordKilledProcess(ts, name);
            }
            case 'E' -> {
                // Old Android versions do not write a pid here. The end of an unknown thread's slice is ignored.
                int utid = tgid == 0 ? processes.threadOrNone(tid) : processes.updateThread(tid, tgid);
                if (utid != ProcessTracker.NONE) {
                    context.slices()
                            .end(ts, context.tracks().threadTrack(utid), StringPool.NULL, StringPool.NULL, null);
                }
            }
            case 'I' -> context.slices().scoped(ts, 0, threadTrack(tid, tgid), StringPool.NULL, name, null);
            case 'S', 'F' -> addAsync(ts, phase == 'S', tgid, name, value);
            case 'N', 'G', 'H' -> addToTrack(ts, tid, phase, tgid, name, trackName, value);
            default -> setCounter(ts, tid, tgid, name, value);
        }
    }

    private int threadTrack(long tid, long tgid) {
        return context.tracks().threadTrack(tgid == 0 ? processes.thread(tid) : processes.updateThread(tid, tgid));
    }

    private void addAsync(long ts, boolean isBegin, long tgid, int name, long cookie) {
        int upid = processes.process(tgid);
        TrackCompressor.Lanes lanes = context.compressor().lanes(ASYNC, name, null, null, upid, name);
        if (isBegin) {
            // Some programs begin the same slice repeatedly; only the first begin is used.
            int track = lanes.begin(cookie);
            context.slices().markUnnestable(track);
            context.slices().begin(ts, track, StringPool.NULL, name, b -> b.addInt(cookieKey, cookie));
        } else {
            context.slices().end(ts, lanes.end(cookie), StringPool.NULL, StringPool.NULL, null);
        }
    }

    private void addToTrack(long ts, long tid, char phase, long tgid, int name, int trackName, long cookie) {
        if (phase == 'N' && trackName == deviceStateChanged) {
            int track = context.tracks().intern(DEVICE_STATE, deviceStateChanged);
            context.slices().scoped(ts, 0, track, StringPool.NULL, name, null);
            return;
        }
        int upid = processes.process(tgid);
        TrackCompressor.Lanes lanes =
                context.compressor().lanes(ASYNC_ON_TRACK, trackName, null, null, upid, trackName);
        int track = phase == 'N' ? lanes.scoped(ts, 0) : phase == 'G' ? lanes.begin(cookie) : lanes.end(cookie);
        int utid = processes.thread(tid);
        int key = phase == 'H' ? endUtidKey : utidKey;
        ArgsWriter args = b -> b.addIfAbsent(key, key, ArgSetBuilder.Type.UINT, utid);
        switch (phase) {
            case 'N' -> context.slices().scoped(ts, 0, track, StringPool.NULL, name, args);
            case 'G' -> context.slices().begin(ts, track, StringPool.NULL, name, args);
            default -> context.slices().end(ts, track, StringPool.NULL, StringPool.NULL, args);
        }
    }

    private void setCounter(long ts, long tid, long tgid, int name, long value) {
        if (name == killOneProcess) {
            // Android's low memory killer reports a kill as a counter whose value is the pid, and resets the counter
            // when done.
            long pid = value & 0xFFFF_FFFFL;
            if (pid != 0) {
                recordKill(ts, processes.process(pid));
            }
        } else if (name == screenState) {
            context.counters().push(ts, value, context.tracks().intern(SCREEN_STATE, screenState));
            return;
        } else if (startsWith(name, "battery_stats.")) {
            context.counters().push(ts, value, context.tracks().intern(BATTERY_STATS, name, name));
            return;
        }
        // Counters belong to the given process even if the thread belongs to another one: some long-lived counters are
        // written by any process.
        int upid = processes.process(tgid);
        int utid = processes.threadOrNone(tid);
        long key = (long) upid << 32 | name;
        int track = counterTracks.get(key);
        if (track == LongIntMap.NONE) {
            track = context.tracks().intern(COUNTER, name, upid, name);
            counterTracks.put(key, track);
        }
        if (utid == ProcessTracker.NONE) {
            context.counters().push(ts, value, track);
        } else {
            context.counters().push(ts, value, track, context.processCounters().threadArgs(utid));
        }
    }

    private boolean startsWith(int name, String prefix) {
        byte[] utf8 = strings.utf8(name);
        if (utf8 == null || utf8.length < prefix.length()) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (utf8[i] != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void recordKill(long ts, int upid) {
        context.slices()
                .scoped(ts, 0, context.tracks().intern(LMK, strings.intern("LMK"), upid), StringPool.NULL, lmk, null);
    }

    /// Handles slices named `lmk,pid,reason,score,…`, which report a process killed to free memory.
    private void recordKilledProcess(long ts, int name) {
        if (!startsWith(name, "lmk,")) {
            return;
        }
        String[] parts = Arrays.stream(strings.get(name).split(","))
                .filter(p -> !p.isEmpty())
                .toArray(String[]::new);
        if (parts.length < 4) {
            return;
        }
        try {
            int upid = processes.process(Long.parseLong(parts[1].strip()) & 0xFFFF_FFFFL);
            int score = Integer.parseInt(parts[3].strip());
            context.counters()
                    .push(
                            ts,
                            score,
                            context.tracks()
                                    .intern(CommonTrackTypes.OOM_SCORE_ADJ, strings.intern("oom_score_adj"), upid));
            recordKill(ts, upid);
        } catch (NumberFormatException e) {
            // The slice name only resembles such a report.
            return;
        }
    }
}
