package traceglass.ingest.bugreport;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.kernel.AtraceEvents;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.store.table.StringPool;

/// Parses the battery history in the machine-readable form of Android's BatteryStats: lines of version, kind and
/// values. `hsp` lines define numbered strings, and `h` lines contain the time since the previous line and the
/// changes.
final class BatteryHistory {

    private static final TrackType EVENTS = TrackType.slices("battery_stats", Dimension.ofString("bstats_item_name"));
    private static final TrackType WAKE_LOCKS = TrackCompressor.compressed("dumpstate_wakelocks");
    private static final TrackType STATUS = TrackType.counter("battery_status", null);
    private static final TrackType PLUGGED = TrackType.counter("battery_plugged_status", null);
    private static final TrackType BATTERY = TrackType.counter(
            "battery_counter", null, Dimension.ofString("battery_name"), Dimension.ofString("counter_name"));
    /// Older versions do not say which wake lock is released.
    private static final int FIRST_WITH_WAKE_LOCKS = 36;
    private static final int MAX_STRINGS = 1 << 20;
    private static final long MS_NS = 1_000_000;
    private static final long NO_NUMBER = Long.MIN_VALUE;
    /// Maximum length of an event name in bytes, as in trace processor.
    private static final int MAX_NAME = 254;
    private static final String TIME = ":TIME:";

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final ClockId clock = ClockId.of(ClockId.REALTIME);
    private final List<Pooled> pool = new ArrayList<>();
    private long version;
    private long nowMs;

    /// Numbered string and the user that it belongs to.
    private record Pooled(int uid, String text) {

        static final Pooled NONE = new Pooled(-1, "");
    }

    BatteryHistory(ImportContext context) {
        this.context = context;
        strings = context.strings();
        queue = context.sorter().queue((ts, data, ref) -> handleItem(ts, (String) ref));
    }

    /// Returns false if the line is not from battery statistics or lacks a number.
    boolean parseLine(String line) {
        List<String> f =
                Arrays.stream(line.split(",")).filter(w -> !w.isEmpty()).toList();
        if (f.isEmpty() || !f.get(0).equals("9")) {
            return false;
        }
        switch (f.size() > 1 ? f.get(1) : "") {
            case "0" -> {
                if (f.size() > 3 && f.get(2).equals("i") && f.get(3).equals("vers")) {
                    long parsed = f.size() > 4 ? parseNumber(f.get(4), NO_NUMBER) : NO_NUMBER;
                    version = parsed == NO_NUMBER ? version : parsed;
                    return parsed != NO_NUMBER;
                }
            }
            case "hsp" -> {
                if (f.size() < 3 || parseNumber(f.get(2), NO_NUMBER) == NO_NUMBER) {
                    return false;
                }
                String[] parts = line.split(",+", 5);
                if (parts.length == 5) {
                    addPool(parseNumber(parts[2], -1), parseNumber(parts[3], NO_NUMBER), parts[4]);
                }
            }
            case "h" -> {
                return f.size() > 2 && readHistory(f.subList(2, f.size()));
            }
            default -> {}
        }
        return true;
    }

    private void addPool(long index, long uid, String quoted) {
        // Anonymized reports may have a word in place of the user.
        if (index < 0 || index >= MAX_STRINGS || uid != (int) uid) {
            return;
        }
        while (pool.size() <= index) {
            pool.add(Pooled.NONE);
        }
        int from = quoted.indexOf('"') + 1;
        int to = quoted.lastIndexOf('"');
        pool.set(
                (int) index,
                new Pooled((int) uid, quoted.substring(from, Math.max(from, to < 0 ? quoted.length() : to))));
    }

    private boolean readHistory(List<String> items) {
        String item = items.get(0);
        int time = item.indexOf(TIME);
        if (time < 0 && (item.contains(":START") || item.contains(":SHUTDOWN"))) {
            return true;
        }
        long parsed = parseNumber(time < 0 ? item : item.substring(time + TIME.length()), NO_NUMBER);
        if (parsed == NO_NUMBER) {
            return false;
        }
        nowMs = time < 0 ? nowMs + parsed : parsed;
        long ts = time < 0 ? context.clocks().toTraceTime(clock, nowMs * MS_NS) : ClockTracker.NONE;
        for (int i = 1; i < items.size() && ts != ClockTracker.NONE; i++) {
            queue.push(ts, 0, items.get(i));
        }
        return true;
    }

    private static long parseNumber(String text, long fallback) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return fallback;
        }
    }

    /// Parses `+key`, `-key`, `key=value`, or a combination.
    private void handleItem(long ts, String item) {
        int equals = item.indexOf('=');
        String value = equals < 0 ? "" : item.substring(equals + 1).split("=", 2)[0];
        String key = equals < 0 ? item : item.substring(0, equals);
        String sign = key.startsWith("+") || key.startsWith("-") ? key.substring(0, 1) : "";
        key = key.substring(sign.length());
        if (key.startsWith("E")) {
            handleEvent(ts, sign, key, value);
        } else if (!sign.isEmpty() && value.isEmpty()) {
            onToggled(ts, sign.equals("+"), key);
        } else if (sign.isEmpty() && !value.isEmpty()) {
            if (!handleState(ts, key, value)) {
                handleBattery(ts, key, value);
            }
        } else if (key.equals("w") && !value.isEmpty()) {
            wakeLock(ts, sign.equals("+"), parseNumber(value, -1));
        }
    }

    private Pooled pooled(long index) {
        return index >= 0 && index < pool.size() ? pool.get((int) index) : Pooled.NONE;
    }

    private void handleEvent(long ts, String sign, String key, String value) {
        String name = BatteryNames.EVENTS.get(key);
        long index = parseNumber(value, Long.MIN_VALUE);
        if (name == null || index == Long.MIN_VALUE) {
            return;
        }
        Pooled text = pooled(index);
        int track = context.tracks().intern(EVENTS, strings.intern("battery_stats." + name), strings.intern(name));
        context.slices()
                .scoped(
                        ts,
                        0,
                        track,
                        StringPool.NULL,
                        strings.intern(shorten(sign + name + "=" + text.uid + ":\"" + text.text + "\"")),
                        null);
    }

    private static String shorten(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MAX_NAME ? name : new String(bytes, 0, MAX_NAME, StandardCharsets.UTF_8);
    }

    private void onToggled(long ts, boolean isOn, String key) {
        String name = BatteryNames.STATES.get(key);
        // Wake locks are slices, not counters.
        if (name == null || key.equals("w")) {
            return;
        }
        push(ts, name, isOn ? 1 : 0);
        if (name.equals("screen")) {
            // This track counts from 1.
            context.counters()
                    .push(
                            ts,
                            isOn ? 2 : 1,
                            context.tracks().intern(AtraceEvents.SCREEN_STATE, strings.intern("ScreenState")));
        }
    }

    private boolean handleState(long ts, String key, String value) {
        String name = BatteryNames.STATES.get(key);
        Long number = name == null ? null : BatteryNames.value(name, value);
        if (number == null) {
            return false;
        }
        push(ts, name, number);
        return true;
    }

    private void push(long ts, String state, long value) {
        int name = strings.intern("battery_stats." + state);
        context.counters().push(ts, value, context.tracks().intern(AtraceEvents.BATTERY_STATS, name, name));
    }

    private void handleBattery(long ts, String key, String value) {
        switch (key) {
            case "Bl" -> handleBattery(ts, "capacity_pct", parseNumber(value, Long.MIN_VALUE), 1);
            case "Bcc" -> handleBattery(ts, "charge_uah", parseNumber(value, Long.MIN_VALUE), 1000);
            case "Bv" -> handleBattery(ts, "voltage_uv", parseNumber(value, Long.MIN_VALUE), 1000);
            // Values of BatteryManager.BATTERY_STATUS_…
            case "Bs" ->
                context.counters()
                        .push(
                                ts,
                                "?cdnf".indexOf(value.charAt(0)) + 1,
                                context.tracks().intern(STATUS, strings.intern("BatteryStatus")));
            // Values of BatteryManager.BATTERY_PLUGGED_…: bits.
            case "Bp" ->
                context.counters()
                        .push(
                                ts,
                                switch (value.charAt(0)) {
                                    case 'a' -> 1;
                                    case 'u' -> 2;
                                    case 'w' -> 4;
                                    default -> 0;
                                },
                                context.tracks().intern(PLUGGED, strings.intern("PlugType")));
            default -> {}
        }
    }

    private void handleBattery(long ts, String counter, long value, long scale) {
        if (value != Long.MIN_VALUE) {
            // Only one battery is reported, and it has no name.
            int track = context.tracks()
                    .intern(
                            BATTERY,
                            strings.intern(BatteryNames.COUNTERS.get(counter)),
                            strings.intern(""),
                            strings.intern(counter));
            context.counters().push(ts, value * scale, track);
        }
    }

    private void wakeLock(long ts, boolean isAcquired, long index) {
        if (version < FIRST_WITH_WAKE_LOCKS || index < 0) {
            return;
        }
        var lanes = context.compressor().lanes(WAKE_LOCKS, strings.intern("WakeLocks"), null, null);
        if (isAcquired) {
            context.slices().begin(ts, lanes.begin(index), StringPool.NULL, strings.intern(pooled(index).text), null);
        } else {
            context.slices().end(ts, lanes.end(index), StringPool.NULL, StringPool.NULL, null);
        }
    }
}
