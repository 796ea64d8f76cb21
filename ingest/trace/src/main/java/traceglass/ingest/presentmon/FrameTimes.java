package traceglass.ingest.presentmon;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.presentmon.FrameColumns.TimeEncoding;

/// Converts the times of frames to nanoseconds. The table does not contain the frequency of the performance
/// counter and may not specify the unit. Both are derived from the time between two frames, which is in
/// milliseconds.
final class FrameTimes {

    private static final Pattern DATE =
            Pattern.compile("(\\d{4})-(\\d{1,2})-(\\d{1,2})[ T](\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,9}))?.*");
    private static final double NS_PER_MS = 1e6;
    private static final double NS_PER_S = 1e9;
    /// Tick of the performance counter on nearly all computers, in ns.
    private static final double DEFAULT_TICK_NS = 100;
    /// Maximum relative deviation at which a frequency is treated as the default, because times between frames are
    /// rounded.
    private static final double TOLERANCE = 0.02;
    private static final double MAX_NS = 4e18;

    private final boolean isDate;
    private final double unitNs;

    private FrameTimes(boolean isDate, double unitNs) {
        this.isDate = isDate;
        this.unitNs = unitNs;
    }

    /// Determines the unit of a table's times.
    ///
    /// @param rows first rows of the table
    static FrameTimes of(FrameColumns columns, List<List<String>> rows) {
        TimeEncoding encoding = columns.timeEncoding();
        if (encoding == TimeEncoding.DATE) {
            return new FrameTimes(true, 0);
        }
        double unitNs = columns.isUnitUnknown() || encoding == TimeEncoding.TICKS ? unit(columns, rows) : 0;
        if (encoding == TimeEncoding.TICKS) {
            boolean isDefault = unitNs <= 0 || Math.abs(unitNs / DEFAULT_TICK_NS - 1) < TOLERANCE;
            return new FrameTimes(false, isDefault ? DEFAULT_TICK_NS : unitNs);
        }
        boolean isMs = columns.isUnitUnknown() ? unitNs > 0 && unitNs < 3e7 : encoding == TimeEncoding.MILLISECONDS;
        return new FrameTimes(false, isMs ? NS_PER_MS : NS_PER_S);
    }

    /// Returns the length of a time unit in ns; 0 if it cannot be derived from two frames of a swap chain. If
    /// times are those of Present calls, the time between frames is stored with the later frame.
    private static double unit(FrameColumns columns, List<List<String>> rows) {
        Map<String, List<String>> last = new HashMap<>();
        for (List<String> row : rows) {
            String chain = columns.text(row, "processid") + " " + columns.text(row, "swapchainaddress");
            List<String> previous = last.put(chain, row);
            if (previous == null) {
                continue;
            }
            double ms = columns.startsWithCpu()
                    ? columns.number(previous, "frametime", "betweenappstart")
                    : columns.number(row, "betweenpresents");
            double difference = parseNumber(columns.time(row)) - parseNumber(columns.time(previous));
            if (ms > 0.05 && difference > 0) {
                return ms * NS_PER_MS / difference;
            }
        }
        return 0;
    }

    private static double parseNumber(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /// Returns whether times are dates.
    boolean isDate() {
        return isDate;
    }

    /// Returns a time in ns; -1 if the string is not a time.
    long parseNs(String text) {
        if (isDate) {
            return parseDate(text);
        }
        double ns = parseNumber(text) * unitNs;
        return ns >= 0 && ns < MAX_NS ? Math.round(ns) : -1;
    }

    private static long parseDate(String text) {
        Matcher m = DATE.matcher(text);
        if (!m.matches()) {
            return -1;
        }
        try {
            LocalDateTime date = LocalDateTime.of(
                    Integer.parseInt(m.group(1)),
                    Integer.parseInt(m.group(2)),
                    Integer.parseInt(m.group(3)),
                    Integer.parseInt(m.group(4)),
                    Integer.parseInt(m.group(5)),
                    Integer.parseInt(m.group(6)));
            String fraction = m.group(7) == null ? "" : m.group(7);
            return Math.multiplyExact(date.toEpochSecond(ZoneOffset.UTC), 1_000_000_000L)
                    + Long.parseLong((fraction + "000000000").substring(0, 9));
        } catch (DateTimeException | ArithmeticException e) {
            return -1;
        }
    }
}
