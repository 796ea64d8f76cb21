package traceglass.ingest.presentmon;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.ingest.text.QuotedValues;

/// Columns of a frame table. Between versions, titles differ in case and in whether they start with `ms`.
final class FrameColumns {

    /// Encoding of the times of frames.
    enum TimeEncoding {
        SECONDS,
        MILLISECONDS,
        /// Ticks of the performance counter.
        TICKS,
        DATE
    }

    private static final List<String> START_TIMES = List.of(
            "cpustarttime",
            "cpustarttimeinseconds",
            "cpustarttimeinms",
            "cpustartqpc",
            "cpustartqpctime",
            "cpustartqpctimeinms",
            "cpustartdatetime");
    private static final List<String> PRESENT_TIMES =
            List.of("timeinseconds", "timeinms", "timeinqpc", "timeindatetime", "qpctime");
    private static final List<String> REQUIRED = List.of("application", "processid", "swapchainaddress");

    private final List<String> titles;
    private final Map<String, Integer> byName = new HashMap<>();
    private final int time;
    private final int presentTime;
    private final boolean startsWithCpu;

    private FrameColumns(List<String> titles) {
        this.titles = titles;
        for (int i = 0; i < titles.size(); i++) {
            byName.putIfAbsent(normalize(titles.get(i)), i);
        }
        int start = findFirst(START_TIMES);
        startsWithCpu = start >= 0;
        presentTime = findFirst(PRESENT_TIMES);
        time = startsWithCpu ? start : presentTime;
    }

    private static String normalize(String title) {
        String name = title.toLowerCase(Locale.ROOT);
        return name.startsWith("ms") ? name.substring(2) : name;
    }

    private int findFirst(List<String> names) {
        return names.stream()
                .filter(byName::containsKey)
                .map(byName::get)
                .findFirst()
                .orElse(-1);
    }

    /// Returns the columns of a header line; null if it is not the header of a frame table.
    static FrameColumns of(String line) {
        String text = line.startsWith("\ufeff") ? line.substring(1) : line;
        if (!text.contains(",")) {
            return null;
        }
        FrameColumns columns = new FrameColumns(QuotedValues.split(text));
        return columns.byName.keySet().containsAll(REQUIRED) && columns.time >= 0 ? columns : null;
    }

    List<String> titles() {
        return titles;
    }

    /// Returns whether the time of a frame is its CPU start; otherwise, it is the time of the Present call,
    /// with which the frame ends.
    boolean startsWithCpu() {
        return startsWithCpu;
    }

    /// Returns the time of a frame as a string.
    String time(List<String> row) {
        return row.get(time);
    }

    /// Returns the time of the Present call as a string; "" if it is missing or is not in the format of [#time].
    String presentTime(List<String> row) {
        return presentTime >= 0 && timeEncoding(presentTime) == timeEncoding() ? row.get(presentTime) : "";
    }

    /// Returns the encoding of times if the title specifies it.
    TimeEncoding timeEncoding() {
        return timeEncoding(time);
    }

    private TimeEncoding timeEncoding(int column) {
        String name = normalize(titles.get(column));
        if (name.endsWith("datetime")) {
            return TimeEncoding.DATE;
        }
        if (name.endsWith("qpc") || name.equals("qpctime")) {
            return TimeEncoding.TICKS;
        }
        return name.endsWith("inms") || name.endsWith("qpctime") ? TimeEncoding.MILLISECONDS : TimeEncoding.SECONDS;
    }

    /// Returns whether times can be in seconds or milliseconds, because the title does not specify the unit.
    boolean isUnitUnknown() {
        return normalize(titles.get(time)).equals("cpustarttime");
    }

    /// Returns the value of a column as a string; "" if it is missing or not available.
    ///
    /// @param names possible titles in lower case, without `ms`
    String text(List<String> row, String... names) {
        for (String name : names) {
            Integer column = byName.get(name);
            if (column != null && column < row.size() && !row.get(column).equals("NA")) {
                return row.get(column);
            }
        }
        return "";
    }

    /// Returns the value of a column as a number; NaN if it is missing or not available.
    double number(List<String> row, String... names) {
        String text = text(row, names);
        try {
            double value = text.isEmpty() ? Double.NaN : Double.parseDouble(text);
            return Double.isFinite(value) ? value : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
