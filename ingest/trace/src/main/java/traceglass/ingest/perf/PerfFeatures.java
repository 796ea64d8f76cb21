package traceglass.ingest.perf;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ftrace.format.EventFormats;
import traceglass.ingest.ftrace.format.TracingData;

/// Information about a recording from its feature sections, or from the records that replace them in a pipe: command
/// line, kernel, build ids, event names, event formats and symbols.
final class PerfFeatures {

    // Feature bits: enum of tools/perf/util/header.h, and record_file.h of simpleperf.
    private static final int TRACING_DATA = 1;
    private static final int BUILD_ID = 2;
    private static final int OS_RELEASE = 4;
    private static final int ARCH = 6;
    private static final int CMDLINE = 11;
    private static final int EVENT_DESC = 12;
    private static final int PMU_MAPPINGS = 16;
    private static final int CLOCK_DATA = 29;
    private static final int LAST_KNOWN = 32;
    private static final int SIMPLEPERF_FILE = 128;
    private static final int SIMPLEPERF_META_INFO = 129;
    private static final int SIMPLEPERF_UNWINDING = 130;
    private static final int SIMPLEPERF_FILE2 = 132;

    private static final int ANY_PID = -1;
    private static final int BUILD_ID_SIZE = 20;

    private final RecordBytes in;
    private final Map<BuildIdKey, String> buildIds = new HashMap<>();
    private final Map<Integer, String> units = new HashMap<>();
    private final SimpleperfSymbols symbols;
    private String osRelease;
    private String arch;
    private String commandLine;
    private EventFormats formats;
    private boolean isFromSimpleperf;
    private ClockReading clock;

    private record BuildIdKey(int pid, String file) {}

    /// Simultaneous readings of two clocks.
    ///
    /// @param clock number of the recording's clock in the kernel's <time.h>
    record ClockReading(int clock, long wallNs, long clockNs) {}

    PerfFeatures(RecordBytes in) {
        this.in = in;
        symbols = new SimpleperfSymbols(in);
    }

    /// Reads a feature section; if its content is invalid, ignores the rest of it.
    ///
    /// @return false if the feature is unknown
    boolean read(int id, byte[] b, int offset, int end, EventAttrs attrs) {
        switch (id) {
            case TRACING_DATA -> readTracingData(b, offset, end);
            case BUILD_ID -> readBuildIds(b, offset, end);
            case OS_RELEASE -> osRelease = string(b, offset, end);
            case ARCH -> arch = string(b, offset, end);
            case CMDLINE -> commandLine = String.join(" ", strings(b, offset, end));
            case EVENT_DESC -> readEvents(b, offset, end, attrs);
            case PMU_MAPPINGS -> readUnits(b, offset, end);
            case CLOCK_DATA -> {
                if (end - offset >= 24) {
                    clock = new ClockReading(in.i32(b, offset + 4), in.i64(b, offset + 8), in.i64(b, offset + 16));
                }
            }
            case SIMPLEPERF_META_INFO -> {
                isFromSimpleperf = true;
                readMetaInfo(b, offset, end, attrs);
            }
            case SIMPLEPERF_FILE -> {
                isFromSimpleperf = true;
                symbols.readFiles(b, offset, end);
            }
            case SIMPLEPERF_FILE2 -> {
                isFromSimpleperf = true;
                symbols.readFileMessages(b, offset, end);
            }
            default -> {
                return id <= LAST_KNOWN || id == SIMPLEPERF_UNWINDING || id == SIMPLEPERF_UNWINDING + 1;
            }
        }
        return true;
    }

    void readTracingData(byte[] b, int offset, int end) {
        EventFormats found = TracingData.read(b, offset, end - offset);
        if (found != null) {
            formats = found;
        }
    }

    private void readBuildIds(byte[] b, int start, int end) {
        int offset = start;
        while (end - offset >= RecordTypes.HEADER_SIZE) {
            int size = in.u16(b, offset + 6);
            if (size < RecordTypes.HEADER_SIZE || size > end - offset) {
                return;
            }
            readBuildId(in.u16(b, offset + 4), b, offset + RecordTypes.HEADER_SIZE, offset + size);
            offset += size;
        }
    }

    /// Reads the payload of a record with the build id of a file.
    void readBuildId(int misc, byte[] b, int offset, int end) {
        int name = offset + Integer.BYTES + BUILD_ID_SIZE + Integer.BYTES;
        if (name > end) {
            return;
        }
        int id = offset + Integer.BYTES;
        int size = (misc & RecordTypes.MISC_BUILD_ID_SIZE) != 0 ? b[id + BUILD_ID_SIZE] & 0xff : probableSize(b, id);
        if (size <= BUILD_ID_SIZE) {
            buildIds.putIfAbsent(
                    new BuildIdKey(in.i32(b, offset), RecordBytes.text(b, name, end)),
                    HexFormat.of().formatHex(b, id, id + size));
        }
    }

    /// Returns the probable size of a zero-padded build id in bytes; old recorders and simpleperf do not store the
    /// size.
    private static int probableSize(byte[] b, int id) {
        int used = BUILD_ID_SIZE;
        while (used > 0 && b[id + used - 1] == 0) {
            used--;
        }
        return used > 16 ? BUILD_ID_SIZE : used > 8 ? 16 : 8;
    }

    /// Returns the build id of a file in hexadecimal; empty if unknown.
    String buildId(int pid, String file) {
        String id = buildIds.get(new BuildIdKey(pid, file));
        return id != null ? id : buildIds.getOrDefault(new BuildIdKey(ANY_PID, file), "");
    }

    private void readEvents(byte[] b, int start, int end, EventAttrs attrs) {
        if (end - start < 8) {
            return;
        }
        long count = in.u32(b, start);
        int attrSize = in.i32(b, start + 4);
        int offset = start + 8;
        for (long i = 0; i < count && attrSize >= 0 && end - offset - 8L >= attrSize; i++) {
            long ids = in.u32(b, offset + attrSize);
            int text = offset + attrSize + 4;
            int next = afterString(b, text, end);
            if (next < 0 || ids > (end - next) / Long.BYTES) {
                return;
            }
            String name = string(b, text, end);
            for (int k = 0; k < ids; k++) {
                EventAttr attr = attrs.ofId(in.i64(b, next + k * Long.BYTES));
                if (attr != null) {
                    attr.name = name;
                }
            }
            if (ids == 0 && i < attrs.all().size() && attrs.get((int) i).ids.length == 0) {
                attrs.get((int) i).name = name;
            }
            offset = next + (int) ids * Long.BYTES;
        }
    }

    private void readUnits(byte[] b, int start, int end) {
        long count = end - start < 4 ? 0 : in.u32(b, start);
        int offset = start + 4;
        for (long i = 0; i < count && end - offset >= 8; i++) {
            int next = afterString(b, offset + 4, end);
            if (next < 0) {
                return;
            }
            units.put(in.i32(b, offset), string(b, offset + 4, end));
            offset = next;
        }
    }

    /// Reads key-value pairs of simpleperf.
    private void readMetaInfo(byte[] b, int start, int end, EventAttrs attrs) {
        int offset = start;
        while (offset < end) {
            String key = RecordBytes.text(b, offset, end);
            int value = RecordBytes.textEnd(b, offset, end) + 1;
            if (value > end) {
                return;
            }
            if (key.equals("event_type_info")) {
                nameEvents(RecordBytes.text(b, value, end), attrs);
            }
            offset = RecordBytes.textEnd(b, value, end) + 1;
        }
    }

    /// @param info lines of the form `name,type,config`
    private static void nameEvents(String info, EventAttrs attrs) {
        for (String line : info.split("\n")) {
            String[] parts = line.split(",");
            try {
                int type = Integer.parseUnsignedInt(parts[parts.length - 2]);
                long config = Long.parseUnsignedLong(parts[parts.length - 1]);
                for (EventAttr a : attrs.all()) {
                    if (a.type == type && a.config == config) {
                        a.name = parts[0];
                    }
                }
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                // The line does not describe an event.
                continue;
            }
        }
    }

    private List<String> strings(byte[] b, int start, int end) {
        List<String> strings = new ArrayList<>();
        long count = end - start < 4 ? 0 : in.u32(b, start);
        int offset = start + 4;
        for (long i = 0; i < count && offset >= 0; i++) {
            int next = afterString(b, offset, end);
            if (next >= 0) {
                strings.add(string(b, offset, end));
            }
            offset = next;
        }
        return strings;
    }

    /// Returns the string that is stored after its padded length, or null.
    private String string(byte[] b, int offset, int end) {
        int next = afterString(b, offset, end);
        if (next < 0) {
            return null;
        }
        int from = offset + Integer.BYTES;
        byte[] text = Arrays.copyOfRange(b, from, RecordBytes.textEnd(b, from, next));
        return new String(text, StandardCharsets.UTF_8);
    }

    /// Returns the offset after this string and its padding; -1 if it exceeds the section.
    private int afterString(byte[] b, int offset, int end) {
        if (end - offset < Integer.BYTES) {
            return -1;
        }
        long length = in.u32(b, offset);
        return length > end - offset - Integer.BYTES ? -1 : offset + Integer.BYTES + (int) length;
    }

    String osRelease() {
        return osRelease;
    }

    /// Returns the machine name given by `uname -m`, or null.
    String arch() {
        return arch;
    }

    /// Returns the command line of the recorder, or null.
    String commandLine() {
        return commandLine;
    }

    /// Returns the descriptions of the recorded tracepoints, or null.
    EventFormats formats() {
        return formats;
    }

    /// Returns whether simpleperf wrote the file.
    boolean isSimpleperf() {
        return isFromSimpleperf;
    }

    void setSimpleperf() {
        isFromSimpleperf = true;
    }

    SimpleperfSymbols symbols() {
        return symbols;
    }

    /// Returns the names of the kernel's PMUs by type of event.
    Map<Integer, String> units() {
        return units;
    }

    /// Returns the relation between the recording's clock and the wall clock, or null.
    ClockReading clock() {
        return clock;
    }
}
