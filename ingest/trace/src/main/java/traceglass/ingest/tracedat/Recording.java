package traceglass.ingest.tracedat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ftrace.format.EventFormats;

/// Header of a recording: descriptions of events, facts, and the places of the pages of its ring buffers.
final class Recording {

    private static final Pattern FIELD =
            Pattern.compile("field:[^;]*\\b(\\w+);\\s*offset:(\\d{1,6});\\s*size:(\\d{1,6});");

    /// Contents of one CPU's ring buffer.
    ///
    /// @param size size in the file in bytes
    record CpuData(int cpu, long offset, long size) {}

    /// Ring buffer: the main one, whose name is empty, or that of an instance.
    ///
    /// @param clock name of its clock, or null if unknown
    record Buffer(String name, String clock, int pageSize, boolean isCompressed, List<CpuData> cpus) {}

    /// Conversion of the times of a guest to those of its host, per CPU.
    ///
    /// @param samples arrays of time, offset, factor and number of fractional bits of the factor, by time
    record Shift(boolean interpolates, List<long[][]> samples) {}

    final EventFormats formats;
    final Codec codec;
    final boolean bigEndian;
    final int longSize;
    final int pageSize;
    final List<Buffer> buffers = new ArrayList<>();
    final Map<Long, String> processNames = new HashMap<>();
    /// Texts of statistics of CPUs.
    final List<String> cpuStats = new ArrayList<>();
    String clock;
    String uname;
    int cpus;
    int commitSize;
    int dataOffset;
    /// Text after a header of the `latency` form, at this position; -1 if there is none.
    long textPosition = -1;
    long offsetNs;
    /// Difference to the wall clock in ns, or null.
    Long dateNs;
    long multiplier;
    int shift;
    Shift hostShift;
    boolean isTruncated;

    Recording(boolean bigEndian, int longSize, int pageSize, Codec codec) {
        this.bigEndian = bigEndian;
        this.longSize = longSize;
        this.pageSize = pageSize;
        this.codec = codec;
        formats = new EventFormats(bigEndian);
        commitSize = longSize;
        dataOffset = Long.BYTES + longSize;
    }

    /// Sets the layout of pages from a `header_page` text.
    void setHeaderPage(String text) {
        for (Matcher m = FIELD.matcher(text); m.find(); ) {
            int size = Integer.parseInt(m.group(3));
            if (m.group(1).equals("commit") && (size == Integer.BYTES || size == Long.BYTES)) {
                commitSize = size;
            } else if (m.group(1).equals("data")) {
                dataOffset = Integer.parseInt(m.group(2));
            }
        }
    }
}
