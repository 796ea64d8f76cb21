package traceglass.ingest.tracedat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ftrace.format.EventFormats;

/// Header of a recording: descriptions of events, properties of the recording, and the locations of its ring buffer
/// pages.
final class Recording {

    private static final Pattern FIELD =
            Pattern.compile("field:[^;]*\\b(\\w+);\\s*offset:(\\d{1,6});\\s*size:(\\d{1,6});");

    /// Contents of one CPU's ring buffer.
    ///
    /// @param size size in the file in bytes
    record CpuData(int cpu, long offset, long size) {}

    /// Ring buffer: the main one, whose name is empty, or the buffer of an instance.
    ///
    /// @param clock name of the buffer's clock, or null if unknown
    record Buffer(String name, String clock, int pageSize, boolean isCompressed, List<CpuData> cpus) {}

    /// Conversion of a guest's times to its host's, per CPU.
    ///
    /// @param interpolates whether to interpolate between samples
    /// @param samples for each CPU, arrays of time, offset, factor, and number of fractional bits of the
    ///     factor, sorted by time
    record Shift(boolean interpolates, List<long[][]> samples) {}

    final EventFormats formats;
    final Codec codec;
    final boolean isBigEndian;
    final int longSize;
    final int pageSize;
    final List<Buffer> buffers = new ArrayList<>();
    final Map<Long, String> processNames = new HashMap<>();
    /// Text with the statistics of each CPU.
    final List<String> cpuStats = new ArrayList<>();
    String clock;
    String uname;
    int cpus;
    int commitSize;
    int dataOffset;
    /// Position of the text that follows a header of the `latency` kind; -1 if there is none.
    long textPosition = -1;
    long offsetNs;
    /// Offset of the wall clock from the recording's clock, in ns; or null.
    Long wallClockOffsetNs;
    long multiplier;
    int shift;
    Shift hostShift;
    boolean isTruncated;

    Recording(boolean isBigEndian, int longSize, int pageSize, Codec codec) {
        this.isBigEndian = isBigEndian;
        this.longSize = longSize;
        this.pageSize = pageSize;
        this.codec = codec;
        formats = new EventFormats(isBigEndian);
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
